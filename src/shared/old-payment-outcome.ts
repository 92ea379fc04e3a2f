import * as v from 'valibot'
import { CandleOrderSchema } from './candle-order'
import { ClientSecretSchema } from './payment-intent'
import { DeclineSchema, type PaymentOutcome } from './payment-outcome'

/**
 * A question as the page of 0.2 asks it, with the order in it, and the answer in its words. Pages that
 * stay open over an upgrade ask so; 0.4 drops it.
 */
export const OldPaymentOutcomeRequestSchema = v.object({
  clientSecret: ClientSecretSchema,
  order: v.nullable(CandleOrderSchema),
  giveUp: v.optional(v.boolean(), false),
})

export type OldPaymentOutcomeRequest = v.InferInput<typeof OldPaymentOutcomeRequestSchema>

const amount = v.number()

export const OldPaymentOutcomeSchema = v.variant('outcome', [
  v.object({
    outcome: v.literal('ordered'),
    amount,
    hasOrder: v.boolean(),
    missing: v.optional(v.picklist(['name', 'purpose'])),
    userEmailSent: v.boolean(),
  }),
  v.object({ outcome: v.literal('pending'), amount }),
  v.object({ outcome: v.literal('open'), amount, decline: v.optional(DeclineSchema) }),
  v.object({ outcome: v.literal('released') }),
  v.object({ outcome: v.literal('unknown') }),
])

export type OldPaymentOutcome = v.InferOutput<typeof OldPaymentOutcomeSchema>

export function toOldWords(answer: PaymentOutcome): OldPaymentOutcome {
  switch (answer.outcome) {
    case 'succeeded':
      return { ...answer, outcome: 'ordered' }
    case 'processing':
      return { ...answer, outcome: 'pending' }
    case 'canceled':
      return { outcome: 'released' }
    default:
      return answer
  }
}
