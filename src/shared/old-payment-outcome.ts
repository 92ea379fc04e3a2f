import * as v from 'valibot'
import { CandleOrderSchema } from './candle-order'
import { ClientSecretSchema } from './payment-intent'
import type { PaymentOutcome } from './payment-outcome'

/**
 * A question as the page of 0.2 asks it, with the order in it, and the answer in its words. Pages that
 * stay open over an upgrade ask so; 0.4 drops it.
 */
export const OldPaymentOutcomeRequestSchema = v.object({
  clientSecret: ClientSecretSchema,
  order: v.nullable(CandleOrderSchema),
  giveUp: v.optional(v.boolean(), false),
})

export type OldPaymentOutcome = ReturnType<typeof toOldWords>

export function toOldWords(answer: PaymentOutcome) {
  switch (answer.outcome) {
    case 'succeeded':
      return { ...answer, outcome: 'ordered' as const }
    case 'processing':
      return { ...answer, outcome: 'pending' as const }
    case 'canceled':
      return { outcome: 'released' as const }
    default:
      return answer
  }
}
