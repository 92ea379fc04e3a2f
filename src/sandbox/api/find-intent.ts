import { accountOf } from '../objects/new-id'
import type { PaymentIntent } from '../objects/payment-intent'
import { publicView } from '../objects/payment-intent'
import { type Answer, noSuch, ok, refuse } from './answer'
import type { ApiCall } from './endpoint'

/**
 * The intent a call is about. A publishable key must bring the intent's own secret with it.
 */
export function findIntent(
  call: ApiCall<{ client_secret?: string | undefined }>,
): { intent: PaymentIntent } | { refusal: Answer } {
  const intent = call.sandbox.store.objects.get('payment_intent', call.id)
  if (!intent || accountOf(intent.id) !== call.account)
    return { refusal: noSuch('payment_intent', call.id, 'intent') }
  const { client_secret: given } = call.params
  if (given === undefined && call.keyKind === 'publishable') return { refusal: secretMissing }
  if (given !== undefined && given !== intent.client_secret) return { refusal: secretWrong }
  return { intent }
}

/** The whole intent for a secret key, a subset for a browser's. */
export function showIntent(call: Pick<ApiCall<unknown>, 'keyKind'>, intent: PaymentIntent): Answer {
  return ok(call.keyKind === 'secret' ? intent : publicView(intent))
}

const secretMissing = refuse(400, {
  type: 'invalid_request_error',
  code: 'parameter_missing',
  message: 'Missing required param: client_secret.',
  param: 'client_secret',
})

const secretWrong = refuse(400, {
  type: 'invalid_request_error',
  code: 'payment_intent_invalid_parameter',
  message:
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
  param: 'client_secret',
})
