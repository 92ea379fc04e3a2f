import { docUrl } from '../api/answer'
import type { Decline } from '../cards/decline'
import type { Outcome } from '../cards/test-cards'
import type { Charge, ChargeOutcome } from '../objects/charge'
import { chargeOf } from '../objects/charge'
import { newDispute } from '../objects/dispute'
import { newId, randomText } from '../objects/new-id'
import type { PaymentError } from '../objects/payment-error'
import type { PaymentIntent } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import type { Cause, Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'

/** How an intent came out of the bank, and the error if it was refused. */
export interface BankAnswer {
  intent: PaymentIntent
  error?: PaymentError
}

/** What is known when the bank is asked. */
export interface Attempt {
  intent: PaymentIntent
  method: PaymentMethod
  /** The holder has proved who they are. */
  authenticated: boolean
  cause: Cause
}

const balanceSettlesAfterMs = 1_500

/** The money is taken: one charge, and the intent is done. */
export function takeMoney(
  sandbox: Sandbox,
  { intent, method, authenticated, cause }: Attempt,
  { disputed }: Outcome & { kind: 'succeeds' },
): BankAnswer {
  const { store, clock } = sandbox
  const charge: Charge = {
    ...chargeOf(intent, clock.seconds()),
    id: newId('ch'),
    amount_captured: intent.amount,
    billing_details: method.billing_details,
    captured: true,
    failure_code: null,
    failure_message: null,
    outcome: approved,
    paid: true,
    payment_method: method.id,
    payment_method_details: cardDetails(method, intent.amount, authenticated, true),
    receipt_url: null,
    status: 'succeeded',
  }
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    payment_method: method.id,
  }
  store.objects.add(charge, intent.id)
  store.objects.save(paid)
  store.plans.add(clock.now() + balanceSettlesAfterMs, 'settle_charge', charge.id)
  tell(sandbox, 'charge.succeeded', charge, cause)
  tell(sandbox, 'payment_intent.succeeded', paid, cause)
  if (disputed) openDispute(sandbox, charge, 'fraudulent', cause)
  return { intent: paid }
}

/** The bank says no: a failed charge, and the intent waits for another card. */
export function refuseCard(
  sandbox: Sandbox,
  { intent, method, authenticated, cause }: Attempt,
  decline: Decline,
): BankAnswer {
  const { store, clock } = sandbox
  const charge: Charge = {
    ...chargeOf(intent, clock.seconds()),
    id: newId('ch'),
    amount_captured: 0,
    billing_details: method.billing_details,
    captured: false,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: refusedBy(decline),
    paid: false,
    payment_method: method.id,
    payment_method_details: cardDetails(method, null, authenticated, false),
    receipt_url: null,
    status: 'failed',
  }
  const error: PaymentError = {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.decline_code,
    message: decline.message,
    doc_url: docUrl(decline.code),
    charge: charge.id,
    advice_code: decline.advice_code,
    network_advice_code: decline.advice_code === 'do_not_try_again' ? '03' : '02',
    network_decline_code: decline.network_decline_code,
    ...(decline.param && { param: decline.param }),
    payment_method: method,
  }
  const failed = waitForAnotherCard(intent, error, charge.id)
  store.objects.add(charge, intent.id)
  store.objects.save(failed)
  tell(sandbox, 'charge.failed', charge, cause)
  tell(sandbox, 'payment_intent.payment_failed', failed, cause)
  return { intent: failed, error }
}

/** After a refusal the intent is open again, without a card. */
export function waitForAnotherCard(
  intent: PaymentIntent,
  error: PaymentError,
  charge: string | null,
): PaymentIntent {
  return {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  }
}

/** The holder asks their bank for the money back. */
export function openDispute(sandbox: Sandbox, charge: Charge, reason: string, cause: Cause) {
  const dispute = newDispute(charge, sandbox.clock.seconds(), reason)
  sandbox.store.objects.add(dispute, charge.id)
  sandbox.store.objects.save({ ...charge, disputed: true })
  tell(sandbox, 'charge.dispute.created', dispute, cause)
  return dispute
}

const approved: ChargeOutcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

function refusedBy(decline: Decline): ChargeOutcome {
  const blocked = decline.decline_code === 'fraudulent'
  return {
    ...approved,
    advice_code: decline.advice_code,
    network_decline_code: decline.network_decline_code,
    network_status: blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: blocked ? 'highest_risk_level' : decline.decline_code,
    risk_level: blocked ? 'highest' : 'normal',
    seller_message: `The bank returned the decline code \`${decline.decline_code}\`.`,
    type: blocked ? 'blocked' : 'issuer_declined',
  }
}

function cardDetails(
  { card }: PaymentMethod,
  authorized: number | null,
  authenticated: boolean,
  passed: boolean,
): Charge['payment_method_details'] {
  const { checks, display_brand, generated_from, networks, three_d_secure_usage, ...facts } = card
  return {
    card: {
      ...facts,
      amount_authorized: authorized,
      authorization_code: authorized === null ? null : randomText(6).toUpperCase(),
      checks: { ...checks, cvc_check: checks.cvc_check && (passed ? 'pass' : 'fail') },
      electronic_commerce_indicator: null,
      installments: null,
      mandate: null,
      network: display_brand,
      network_transaction_id: randomText(15),
      three_d_secure: authenticated ? authentication() : null,
      transaction_link_id: null,
    },
    type: 'card',
  }
}

function authentication() {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    exemption_indicator_applied: false,
    result: 'authenticated',
    result_reason: null,
    transaction_id: randomText(20),
    version: '2.2.0',
  } as const
}
