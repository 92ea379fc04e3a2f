import type { Decline } from '../cards/decline'
import { type Charge, type ChargeOutcome, chargeOf } from '../objects/charge'
import { accountOf, newId, randomText } from '../objects/new-id'
import type { PaymentMethod } from '../objects/payment-method'
import type { Attempt } from './attempt'

/** The whole amount, taken. `created` in seconds. */
export function paidCharge({ intent, method, authenticated }: Attempt, created: number): Charge {
  return {
    ...chargeOf(intent, created),
    id: newId('ch', accountOf(intent.id)),
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
}

/** What is left of an attempt that the bank refused. `created` in seconds. */
export function failedCharge(
  { intent, method, authenticated }: Attempt,
  created: number,
  decline: Decline,
): Charge {
  return {
    ...chargeOf(intent, created),
    id: newId('ch', accountOf(intent.id)),
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
