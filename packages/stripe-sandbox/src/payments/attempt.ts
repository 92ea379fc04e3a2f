import type * as v from 'valibot'
import type { ApiCall } from '../api/endpoint'
import { docUrl } from '../api/errors'
import type { ConfirmIntent } from '../api/parameters'
import { accountOf } from '../ids'
import type { PaymentError, PaymentIntent, PaymentMethod } from '../records'
import { addJob, type Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'
import { type DeclineCode, declineFor, type Outcome, outcomeOf } from './cards'
import { createCharge } from './charge'
import { openDispute } from './disputes'
import { moveIntent } from './payment-intent'

type Confirm = v.InferOutput<typeof ConfirmIntent>
export type ConfirmCall = ApiCall<{ [K in keyof Confirm]?: Confirm[K] | undefined }>

const bankDelayMs = 4_000
const balanceDelayMs = 1_500

/**
 * Tries a card. The bank pays, declines, decides later, or challenges the holder first. A declined intent
 * gets a `last_payment_error`.
 */
export function tryCard(call: ConfirmCall, intent: PaymentIntent, method: PaymentMethod) {
  const { sandbox } = call
  const { asks, waits } = outcomeOf(sandbox, method.id)
  const changes = { last_payment_error: null, payment_method: method.id }
  if (waits) {
    addJob(sandbox, 'settle_intent', intent.id, bankDelayMs)
    return moveIntent(sandbox, intent, 'processing', changes)
  }
  if (!asks) return decide(sandbox, intent, method)
  const next_action = nextAction(call, intent, asks)
  return moveIntent(sandbox, intent, 'requires_action', { ...changes, next_action })
}

/** Applies the holder's answer to the bank. Returns undefined if there was no challenge. */
export function answerChallenge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  passed: boolean,
): PaymentIntent | undefined {
  const method = sandbox.store.get('payment_method', intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || !method) return undefined
  if (passed) return decide(sandbox, intent, method)
  const code = 'payment_intent_authentication_failure'
  return reject(sandbox, intent, {
    type: 'invalid_request_error',
    code,
    doc_url: docUrl(code),
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  })
}

export function settleIntent(sandbox: Sandbox, id: string): void {
  const intent = sandbox.store.get('payment_intent', id)
  const method = sandbox.store.get('payment_method', intent?.payment_method ?? '')
  if (intent?.status === 'processing' && method) decide(sandbox, intent, method)
}

/**
 * Applies the bank's decision, which is a paid or a failed charge. After a failed one the intent takes
 * another card.
 */
function decide(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const outcome = outcomeOf(sandbox, method.id)
  const { declines, dispute } = outcome
  const charge = createCharge(intent, method, outcome, sandbox.clock.seconds())
  sandbox.store.put('charge', charge)
  if (declines) {
    sendEvent(sandbox, 'charge.failed', charge)
    return reject(sandbox, intent, { ...cardError(declines, method), charge: charge.id })
  }
  addJob(sandbox, 'settle_charge', charge.id, balanceDelayMs)
  sendEvent(sandbox, 'charge.succeeded', charge)
  if (dispute) openDispute(sandbox, charge, dispute)
  return moveIntent(sandbox, intent, 'succeeded', {
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: method.id,
  })
}

function cardError(code: DeclineCode, method: PaymentMethod): PaymentError {
  const decline = declineFor(code)
  return {
    type: 'card_error',
    ...decline,
    doc_url: docUrl(decline.code),
    network_advice_code: decline.advice_code === 'do_not_try_again' ? '03' : '02',
    payment_method: method,
  }
}

function reject(sandbox: Sandbox, intent: PaymentIntent, error: PaymentError): PaymentIntent {
  const { charge = intent.latest_charge } = error
  const changes = { last_payment_error: error, latest_charge: charge, payment_method: null }
  return moveIntent(sandbox, intent, 'requires_payment_method', changes)
}

/** Returns where the challenge is shown: in an overlay of the browser's script, or on the bank's page. */
function nextAction(
  { params: { return_url: returnUrl }, origin }: ConfirmCall,
  intent: PaymentIntent,
  challenge: Outcome['asks'],
): PaymentIntent['next_action'] {
  const page = (as: '' | 'overlay') =>
    `${origin}/frames/bank.html?${new URLSearchParams({
      payment_intent_client_secret: intent.client_secret,
      key: `pk_test_${accountOf(intent.id)}`,
      ...(returnUrl && { return_url: returnUrl }),
      as,
    })}`
  if (returnUrl !== undefined && challenge === 'redirect')
    return {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: page('') },
    }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: page('overlay'),
    },
  }
}
