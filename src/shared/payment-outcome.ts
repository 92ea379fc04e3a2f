import * as v from 'valibot'
import { ClientSecretSchema } from './payment-intent'

/** POST: what became of a payment. The server reads the provider and decides; the page never does. */
export const paymentOutcomesPath = '/api/payment-outcomes'

export const PaymentOutcomeRequestSchema = v.object({
  /** Authorises the call. */
  clientSecret: ClientSecretSchema,
  cancelUnlessPaid: v.optional(v.boolean(), false),
})

export type PaymentOutcomeRequest = v.InferInput<typeof PaymentOutcomeRequestSchema>

/** Whole UAH. */
const amount = v.number()

const DeclineSchema = v.object({
  /** The id of the charge that was declined: tells a new decline from an earlier one. */
  charge: v.optional(v.string()),
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  declineCode: v.optional(v.string()),
})

/** Why a card was declined. */
export type Decline = v.InferOutput<typeof DeclineSchema>

export const PaymentOutcomeSchema = v.variant('outcome', [
  /** Paid. `missing`: what its order lacks. Without `hasOrder` nobody has sent its words. */
  v.object({
    outcome: v.literal('succeeded'),
    amount,
    hasOrder: v.boolean(),
    missing: v.optional(v.picklist(['name', 'purpose'])),
    userEmailSent: v.boolean(),
  }),
  /** The bank is still deciding: ask again. */
  v.object({ outcome: v.literal('processing'), amount }),
  /** Not paid, and it still can be. `decline`: why the last attempt failed. */
  v.object({ outcome: v.literal('open'), amount, decline: v.optional(DeclineSchema) }),
  /** Canceled unpaid: another payment may begin. */
  v.object({ outcome: v.literal('canceled') }),
  /** The server cannot tell now: ask again, and begin no other payment. */
  v.object({ outcome: v.literal('unknown') }),
])

export type PaymentOutcome = v.InferOutput<typeof PaymentOutcomeSchema>
