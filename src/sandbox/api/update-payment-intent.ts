import * as v from 'valibot'
import type { PaymentIntent } from '../objects/payment-intent'
import { type Answer, refuse } from './answer'
import { changeMetadata } from './change-metadata'
import { amountRefusal } from './create-payment-intent'
import type { ApiCall } from './endpoint'
import { findIntent, showIntent } from './find-intent'
import { findPaymentMethod } from './find-payment-method'
import { Expand, MetadataChange, Shipping, Text, Unsettable, WholeNumber } from './parameters'

export const UpdateParameters = v.strictObject({
  amount: v.exactOptional(WholeNumber),
  currency: v.exactOptional(Text),
  description: v.exactOptional(Unsettable),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  payment_method: v.exactOptional(Text),
  receipt_email: v.exactOptional(Unsettable),
  shipping: v.exactOptional(Shipping),
  statement_descriptor: v.exactOptional(Unsettable),
  statement_descriptor_suffix: v.exactOptional(Unsettable),
})

/** What may still be changed once the money is taken or the intent is given up. */
const alwaysOpen = new Set(['description', 'expand', 'metadata', 'receipt_email', 'shipping'])
const closed = new Set(['succeeded', 'canceled', 'processing'])

/** POST /v1/payment_intents/:id */
export function updatePaymentIntent(call: ApiCall<v.InferOutput<typeof UpdateParameters>>): Answer {
  const { sandbox, params } = call
  const found = findIntent({ ...call, params: {} })
  if ('refusal' in found) return found.refusal
  const { intent } = found

  const fixed = Object.keys(params).find(name => !alwaysOpen.has(name))
  if (fixed && closed.has(intent.status)) return unchangeable(intent, fixed)
  const amount = params.amount ?? intent.amount
  const currency = params.currency?.toLowerCase() ?? intent.currency
  const refusal = amountRefusal(amount, currency)
  if (refusal) return refusal
  const method = findPaymentMethod(sandbox, call.account, params.payment_method)
  if (method && 'refusal' in method) return method.refusal

  const { expand, metadata, payment_method, shipping, ...plain } = params
  const changed: PaymentIntent = {
    ...intent,
    ...plain,
    amount,
    currency,
    metadata: changeMetadata(intent.metadata, metadata),
    shipping: shipping ?? intent.shipping,
    ...(method && {
      payment_method: method.id,
      status: 'requires_confirmation',
      next_action: null,
    }),
  }
  sandbox.store.objects.save(changed)
  return showIntent(call, changed)
}

function unchangeable(intent: PaymentIntent, param: string): Answer {
  return refuse(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}.`,
    param,
    payment_intent: intent,
  })
}
