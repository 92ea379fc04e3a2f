import * as v from 'valibot'
import { CandleOrderSchema } from './candle-order'
import { ClientSecretSchema } from './payment-intent'

/**
 * POST: what became of a payment. The page asks whenever it does not know for certain: an answer
 * lost, a reload, a return from a bank, another amount wanted. The server reads the provider and
 * decides; the page never does.
 */
export const paymentOutcomesPath = '/api/payment-outcomes'

export const PaymentOutcomeRequestSchema = v.object({
  /** Authorises the call. */
  clientSecret: ClientSecretSchema,
  /** The order as it stood at the click on Pay; null: this page does not have it, and only asks. */
  order: v.nullable(CandleOrderSchema),
  /** The visitor does not want this payment any more: it is canceled unless it was paid. */
  giveUp: v.optional(v.boolean(), false),
  /** No page will bring the order any more (a return from a bank): its draft becomes one at once. */
  finish: v.optional(v.boolean(), false),
})

export type PaymentOutcomeRequest = v.InferInput<typeof PaymentOutcomeRequestSchema>

/** Whole UAH, as the provider has it. */
const amount = v.number()

const RefusalSchema = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  declineCode: v.optional(v.string()),
})

export const PaymentOutcomeSchema = v.variant('outcome', [
  /** Paid. `hasOrder`: its order is stored; else neither this page nor the server knows for whom it is. */
  v.object({
    outcome: v.literal('ordered'),
    amount,
    hasOrder: v.boolean(),
    userEmailSent: v.boolean(),
  }),
  /** The bank is still deciding: ask again. */
  v.object({ outcome: v.literal('pending'), amount }),
  /** Not paid yet, and it still can be. `refusal`: why the last attempt failed, if one did. */
  v.object({ outcome: v.literal('open'), amount, refusal: v.optional(RefusalSchema) }),
  /** Cancelled unpaid, for good: another payment may be begun. */
  v.object({ outcome: v.literal('released') }),
  /** Nobody can say now: ask again, and begin no other payment. */
  v.object({ outcome: v.literal('unknown') }),
])

export type PaymentOutcome = v.InferOutput<typeof PaymentOutcomeSchema>
