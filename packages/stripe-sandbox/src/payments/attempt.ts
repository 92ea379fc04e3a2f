import { docUrl } from '../api/errors'
import { accountOf } from '../ids'
import { createCharge } from '../objects/charge'
import type { PaymentError, PaymentIntent } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import { addJob, type Cause, noCause, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { type Decline, declines, type Outcome, testCardOf } from './cards'
import { openDispute } from './disputes'
import { moveIntent } from './transitions'

const bankThinksMs = 4_000
const balanceSettlesAfterMs = 1_500

/** One try to pay an intent with a card. */
interface Attempt {
  intent: PaymentIntent
  method: PaymentMethod
  /** The holder has proved who they are. */
  authenticated: boolean
  cause: Cause
}

/** How the intent came out of it, and the error if the card was refused. */
export interface AttemptResult {
  intent: PaymentIntent
  error?: PaymentError
}

/** How the holder can be brought to their bank. */
export interface WayToBank {
  /** Where the sandbox itself answers, for the bank's pages. */
  origin: string
  /** The browser script shows the challenge itself; otherwise there is only a redirect. */
  hasScript: boolean
  returnUrl: string | undefined
  /** Nobody is there to be asked: a bank that wants to ask refuses. */
  absent: boolean
}

/** Tries the card: the bank pays, declines, takes its time, or wants to ask the holder first. */
export function tryCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  way: WayToBank,
  cause: Cause,
): AttemptResult {
  const attempt = { intent, method, authenticated: false, cause }
  const outcome = outcomeOf(sandbox, method)
  if (outcome.kind === 'waits') {
    const changes = { last_payment_error: null, payment_method: method.id }
    const waiting = moveIntent(sandbox, intent, 'wait', changes, cause)
    addJob(sandbox, 'settle_intent', intent.id, bankThinksMs)
    return { intent: waiting }
  }
  if (outcome.kind !== 'asks') return decide(sandbox, attempt, outcome)
  if (way.absent) return decline(sandbox, attempt, declines.authenticationRequired)
  const changes = {
    last_payment_error: null,
    next_action: nextAction(intent, outcome.by, way),
    payment_method: method.id,
  }
  return { intent: moveIntent(sandbox, intent, 'ask', changes, cause) }
}

/** The holder has answered their bank; undefined when nobody was asked. */
export function answerChallenge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  passed: boolean,
  cause: Cause,
): AttemptResult | undefined {
  const method = methodOf(sandbox, intent)
  if (intent.status !== 'requires_action' || !method) return undefined
  const attempt = { intent, method, authenticated: true, cause }
  if (passed) return decide(sandbox, attempt, outcomeOf(sandbox, method))
  // No charge comes of it; the text is the API's (the browser script has its own).
  const code = 'payment_intent_authentication_failure'
  return refuse(sandbox, attempt, {
    type: 'invalid_request_error',
    code,
    doc_url: docUrl(code),
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  })
}

/** The bank decides about an intent that is `processing`. */
export function settleIntent(sandbox: Sandbox, id: string): void {
  const intent = sandbox.store.get('payment_intent', id)
  const method = intent && methodOf(sandbox, intent)
  if (intent?.status !== 'processing' || !method) return
  const attempt = { intent, method, authenticated: false, cause: noCause }
  decide(sandbox, attempt, outcomeOf(sandbox, method))
}

function methodOf({ store }: Sandbox, { payment_method }: PaymentIntent) {
  return payment_method === null ? undefined : store.get('payment_method', payment_method)
}

function outcomeOf({ store }: Sandbox, method: PaymentMethod): Outcome {
  return testCardOf(store.get('card_number', method.id)?.number ?? '').outcome
}

/** Nobody is asked twice, and no bank thinks twice. */
function decide(sandbox: Sandbox, attempt: Attempt, outcome: Outcome): AttemptResult {
  if (outcome.kind === 'asks' || outcome.kind === 'waits')
    return decide(sandbox, attempt, outcome.afterwards)
  if (outcome.kind === 'declines') return decline(sandbox, attempt, outcome.decline)

  const { intent, method, authenticated, cause } = attempt
  const charge = createCharge(intent, method, authenticated, sandbox.clock.seconds())
  sandbox.store.put('charge', charge)
  addJob(sandbox, 'settle_charge', charge.id, balanceSettlesAfterMs)
  sendEvent(sandbox, 'charge.succeeded', charge, cause)
  if (outcome.disputed) openDispute(sandbox, charge, {}, cause)
  const changes = {
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: method.id,
  }
  return { intent: moveIntent(sandbox, intent, 'succeed', changes, cause) }
}

/** A failed charge, and the intent waits for another card. */
function decline(sandbox: Sandbox, attempt: Attempt, reason: Decline): AttemptResult {
  const { intent, method, authenticated, cause } = attempt
  const charge = createCharge(intent, method, authenticated, sandbox.clock.seconds(), reason)
  sandbox.store.put('charge', charge)
  sendEvent(sandbox, 'charge.failed', charge, cause)
  const error: PaymentError = {
    type: 'card_error',
    ...reason,
    doc_url: docUrl(reason.code),
    charge: charge.id,
    network_advice_code: reason.advice_code === 'do_not_try_again' ? '03' : '02',
    payment_method: method,
  }
  return refuse(sandbox, attempt, error, charge.id)
}

function refuse(
  sandbox: Sandbox,
  { intent, cause }: Attempt,
  error: PaymentError,
  charge = intent.latest_charge,
): AttemptResult {
  const changes = { last_payment_error: error, latest_charge: charge, payment_method: null }
  return { intent: moveIntent(sandbox, intent, 'fail', changes, cause), error }
}

function nextAction(
  intent: PaymentIntent,
  by: 'challenge' | 'redirect',
  { origin, hasScript, returnUrl }: WayToBank,
): PaymentIntent['next_action'] {
  const page = (name: string) =>
    `${origin}/frames/${name}.html?${new URLSearchParams({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      key: `pk_test_${accountOf(intent.id)}`,
      ...(returnUrl && { return_url: returnUrl }),
    })}`
  if (returnUrl !== undefined && (by === 'redirect' || !hasScript))
    return {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: page('bank') },
    }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: page('authentication'),
      source: `src_${intent.id.slice(3)}`,
    },
  }
}
