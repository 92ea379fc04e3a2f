import * as v from 'valibot'
import type { PaymentIntent } from '../objects/payment-intent'
import { tell } from '../webhooks/tell'
import { type Answer, refuse } from './answer'
import type { ApiCall } from './endpoint'
import { findIntent, showIntent } from './find-intent'
import { Expand } from './parameters'

const cancelable = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

export const CancelParameters = v.strictObject({
  cancellation_reason: v.exactOptional(
    v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
  ),
  expand: v.exactOptional(Expand),
})

/** POST /v1/payment_intents/:id/cancel */
export function cancelPaymentIntent(call: ApiCall<v.InferOutput<typeof CancelParameters>>): Answer {
  const { sandbox, params, cause } = call
  const found = findIntent({ ...call, params: {} })
  if ('refusal' in found) return found.refusal
  const { intent } = found
  if (!cancelable.includes(intent.status))
    return refuse(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
      payment_intent: intent,
    })

  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: sandbox.clock.seconds(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  }
  sandbox.store.objects.save(canceled)
  tell(sandbox, 'payment_intent.canceled', canceled, cause)
  return showIntent(call, canceled)
}
