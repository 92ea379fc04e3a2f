import * as v from 'valibot'
import { CandleOrderSchema } from '../../shared/candle-order'
import { ClientSecretSchema, paymentIntentIdOf } from '../../shared/payment-intent'
import { findPaymentOutcome } from '../orders/checkout'
import { saveDraft } from '../orders/draft'
import type { Services } from '../services'

// A page of 0.2 that stays open over an upgrade sends the order when it asks about its payment, and
// expects the old words in the answer. Remove this with 0.4.

export const OldQuestionSchema = v.object({
  clientSecret: ClientSecretSchema,
  order: v.nullable(CandleOrderSchema),
  giveUp: v.optional(v.boolean(), false),
})

const oldWords = {
  succeeded: 'ordered',
  processing: 'pending',
  canceled: 'released',
  open: 'open',
  unknown: 'unknown',
} as const

/**
 * Keeps the words of the order that came with the question, then answers. Returns null for an unknown
 * payment.
 */
export async function answerOldQuestion(
  services: Services,
  { clientSecret, order, giveUp }: v.InferOutput<typeof OldQuestionSchema>,
  addressHash: string,
) {
  const words = order && { clientSecret, version: 0, sentOrder: { sent: order, addressHash } }
  if (words) await saveDraft(services, paymentIntentIdOf(clientSecret), words)
  const question = { clientSecret, cancelUnlessPaid: giveUp }
  const answer = await findPaymentOutcome(services, question, addressHash)
  return answer && { ...answer, outcome: oldWords[answer.outcome] }
}
