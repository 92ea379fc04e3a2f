import * as v from 'valibot'
import type { Answer } from './answer'
import type { ApiCall } from './endpoint'
import { findIntent, showIntent } from './find-intent'
import { Expand, Text } from './parameters'

export const RetrieveParameters = v.strictObject({
  client_secret: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
})

/** GET /v1/payment_intents/:id */
export function retrievePaymentIntent(
  call: ApiCall<v.InferOutput<typeof RetrieveParameters>>,
): Answer {
  const found = findIntent(call)
  return 'refusal' in found ? found.refusal : showIntent(call, found.intent)
}
