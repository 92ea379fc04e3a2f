import { docUrl } from '../api/errors'
import { accountOf } from '../ids'
import { addJob, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { declineFor, type Outcome, outcomeOf } from './cards'
import { createCharge } from './charge'
import { openDispute } from './disputes'
import type { PaymentError, PaymentIntent } from './payment-intent'
import { moveIntent } from './payment-intent'
import type { PaymentMethod } from './payment-method'

const bankThinksMs = 4_000
const balanceSettlesAfterMs = 1_500

/** How the intent came out of a try to pay it, and the error if the card was refused. */
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
): AttemptResult {
  const { asks, waits } = outcomeOf(sandbox, method.id)
  const changes = { last_payment_error: null, payment_method: method.id }
  if (waits) {
    addJob(sandbox, 'settle_intent', intent.id, bankThinksMs)
    return { intent: moveIntent(sandbox, intent, 'wait', changes) }
  }
  if (!asks) return decide(sandbox, intent, method, false)
  // No bank was asked: no charge comes of it.
  if (way.absent) return refuse(sandbox, intent, cardError('authentication_required', method))
  const next_action = nextAction(intent, asks, way)
  return { intent: moveIntent(sandbox, intent, 'ask', { ...changes, next_action }) }
}

/** The holder has answered their bank; undefined when nobody was asked. */
export function answerChallenge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  passed: boolean,
): AttemptResult | undefined {
  const method = sandbox.store.get('payment_method', intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || !method) return undefined
  if (passed)
    return decide(sandbox, intent, method, outcomeOf(sandbox, method.id).asks !== 'captcha')
  // No charge comes of it; the text is the API's (the browser script has its own).
  const code = 'payment_intent_authentication_failure'
  return refuse(sandbox, intent, {
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
  const method = sandbox.store.get('payment_method', intent?.payment_method ?? '')
  if (intent?.status === 'processing' && method) decide(sandbox, intent, method, false)
}

/** The bank's last word: a charge, paid or failed; a failed one leaves the intent open for another card. */
function decide(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): AttemptResult {
  const { declines, dispute, risk } = outcomeOf(sandbox, method.id)
  const decline = declines && declineFor(declines)
  const facts = { authenticated, created: sandbox.clock.seconds(), decline, risk }
  const charge = createCharge(intent, method, facts)
  sandbox.store.put('charge', charge)
  if (declines) {
    sendEvent(sandbox, 'charge.failed', charge)
    return refuse(sandbox, intent, { ...cardError(declines, method), charge: charge.id })
  }
  addJob(sandbox, 'settle_charge', charge.id, balanceSettlesAfterMs)
  sendEvent(sandbox, 'charge.succeeded', charge)
  if (dispute) openDispute(sandbox, charge, dispute)
  const paid = moveIntent(sandbox, intent, 'succeed', {
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: method.id,
  })
  return { intent: paid }
}

function cardError(
  declines: NonNullable<Outcome['declines']>,
  method: PaymentMethod,
): PaymentError {
  const decline = declineFor(declines)
  return {
    type: 'card_error',
    ...decline,
    doc_url: docUrl(decline.code),
    network_advice_code: decline.advice_code === 'do_not_try_again' ? '03' : '02',
    payment_method: method,
  }
}

function refuse(sandbox: Sandbox, intent: PaymentIntent, error: PaymentError): AttemptResult {
  const { charge = intent.latest_charge } = error
  const changes = { last_payment_error: error, latest_charge: charge, payment_method: null }
  return { intent: moveIntent(sandbox, intent, 'fail', changes), error }
}

function nextAction(
  intent: PaymentIntent,
  by: Outcome['asks'],
  { origin, hasScript, returnUrl }: WayToBank,
): PaymentIntent['next_action'] {
  const page = (as: '' | 'overlay') =>
    `${origin}/frames/bank.html?${new URLSearchParams({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      key: `pk_test_${accountOf(intent.id)}`,
      ...(returnUrl && { return_url: returnUrl }),
      as,
    })}`
  if (returnUrl !== undefined && (by === 'redirect' || !hasScript))
    return {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: page('') },
    }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: by === 'captcha' ? 'intent_confirmation_challenge' : 'three_d_secure_redirect',
      stripe_js: page('overlay'),
      source: `src_${intent.id.slice(3)}`,
    },
  }
}
