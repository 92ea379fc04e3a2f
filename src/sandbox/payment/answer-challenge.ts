import { type Outcome, testCardOf } from '../cards/test-cards'
import type { PaymentError } from '../objects/payment-error'
import type { PaymentIntent } from '../objects/payment-intent'
import type { PaymentMethod } from '../objects/payment-method'
import type { Cause, Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
import { askBank } from './ask-bank'
import type { BankAnswer } from './attempt'
import { waitForAnotherCard } from './refuse-card'

/** The holder has been at their bank's page and pressed one of its buttons. */
export function answerChallenge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  passed: boolean,
  cause: Cause,
): BankAnswer | undefined {
  const method = cardOf(sandbox, intent)
  if (intent.status !== 'requires_action' || !method) return undefined
  if (!passed) return failAuthentication(sandbox, intent, method, cause)
  const attempt = { intent, method, authenticated: true, cause }
  return askBank(sandbox, attempt, afterAsking(sandbox, method), noWay)
}

/** The bank comes to its decision about an intent that was `processing`. */
export function settleWaiting(sandbox: Sandbox, intent: PaymentIntent, cause: Cause): void {
  const method = cardOf(sandbox, intent)
  if (intent.status !== 'processing' || !method) return
  const attempt = { intent, method, authenticated: false, cause }
  askBank(sandbox, attempt, afterAsking(sandbox, method), noWay)
}

/** Nobody is asked twice: what follows a challenge is never another one. */
const noWay = { origin: '', hasScript: true, returnUrl: undefined }

function cardOf({ store }: Sandbox, intent: PaymentIntent): PaymentMethod | undefined {
  return intent.payment_method === null
    ? undefined
    : store.objects.get('payment_method', intent.payment_method)
}

function afterAsking({ store }: Sandbox, method: PaymentMethod): Outcome {
  const { outcome } = testCardOf(store.objects.noteOf(method.id) ?? '')
  return outcome.kind === 'asks' || outcome.kind === 'waits' ? outcome.afterwards : outcome
}

/** No charge comes of it; the wording is the API's (the browser script has its own). */
function failAuthentication(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  cause: Cause,
): BankAnswer {
  const code = 'payment_intent_authentication_failure'
  const error: PaymentError = {
    type: 'invalid_request_error',
    code,
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method,
  }
  const failed = waitForAnotherCard(intent, error, null)
  sandbox.store.objects.save(failed)
  tell(sandbox, 'payment_intent.payment_failed', failed, cause)
  return { intent: failed, error }
}
