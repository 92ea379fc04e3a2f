import * as v from 'valibot'
import { ClientSecretSchema } from './payment-intent'

/** The page asks here what became of a payment. The server reads the provider and decides, never the page. */
export const paymentOutcomesPath = '/api/payment-outcomes'

export const PaymentOutcomeRequestSchema = v.object({
  /** The client secret authorises the call. */
  clientSecret: ClientSecretSchema,
  cancelUnlessPaid: v.optional(v.boolean(), false),
})

export type PaymentOutcomeRequest = v.InferInput<typeof PaymentOutcomeRequestSchema>

const amount = v.number()

const DeclineSchema = v.object({
  /** The id of the declined charge tells a new decline from an earlier one. */
  charge: v.optional(v.string()),
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  declineCode: v.optional(v.string()),
})

export type Decline = v.InferOutput<typeof DeclineSchema>

export const PaymentOutcomeSchema = v.variant('outcome', [
  /** The payment was captured. `missing` says what its order lacks. Without `hasOrder` no words have come. */
  v.object({
    outcome: v.literal('succeeded'),
    amount,
    hasOrder: v.boolean(),
    missing: v.optional(v.picklist(['name', 'purpose'])),
    userEmailSent: v.boolean(),
  }),
  /** The bank is still deciding, so the page asks again. */
  v.object({ outcome: v.literal('processing'), amount }),
  /** The payment can still be paid. `decline` says why the last attempt failed. */
  v.object({ outcome: v.literal('open'), amount, decline: v.optional(DeclineSchema) }),
  /** The payment was canceled unpaid, so another may begin. */
  v.object({ outcome: v.literal('canceled') }),
  /** The server cannot tell now. The page asks again, and begins no other payment. */
  v.object({ outcome: v.literal('unknown') }),
])

export type PaymentOutcome = v.InferOutput<typeof PaymentOutcomeSchema>
