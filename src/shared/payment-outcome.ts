import * as v from 'valibot'
import { CandleOrderSchema } from './candle-order'
import { ClientSecretSchema } from './payment-intent'

/** POST: what became of a payment. The server reads the provider and decides; the page never does. */
export const paymentOutcomesPath = '/api/payment-outcomes'

export const PaymentOutcomeRequestSchema = v.object({
  /** Authorises the call. */
  clientSecret: ClientSecretSchema,
  /** The order at the click on Pay; null: no page has it, so its draft is placed at once. */
  order: v.nullable(CandleOrderSchema),
  /** Cancel the payment unless it was paid. */
  giveUp: v.optional(v.boolean(), false),
})

export type PaymentOutcomeRequest = v.InferInput<typeof PaymentOutcomeRequestSchema>

/** Whole UAH. */
const amount = v.number()

const DeclineSchema = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  declineCode: v.optional(v.string()),
})

/** Why a card was declined. */
export type Decline = v.InferOutput<typeof DeclineSchema>

export const PaymentOutcomeSchema = v.variant('outcome', [
  /** Paid. Without `hasOrder` nobody has its text; `missing`: the order has no name or purpose. */
  v.object({
    outcome: v.literal('ordered'),
    amount,
    hasOrder: v.boolean(),
    missing: v.optional(v.picklist(['name', 'purpose'])),
    userEmailSent: v.boolean(),
  }),
  /** The bank is still deciding: check again. */
  v.object({ outcome: v.literal('pending'), amount }),
  /** Not paid, and it still can be. `decline`: why the last attempt failed. */
  v.object({ outcome: v.literal('open'), amount, decline: v.optional(DeclineSchema) }),
  /** Canceled unpaid: another payment may begin. */
  v.object({ outcome: v.literal('released') }),
  /** Unknown now: check again, and begin no other payment. */
  v.object({ outcome: v.literal('unknown') }),
])

export type PaymentOutcome = v.InferOutput<typeof PaymentOutcomeSchema>
