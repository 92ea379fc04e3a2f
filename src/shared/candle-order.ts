import * as v from 'valibot'
import { cleanEmail } from './email-address'
import { languages } from './language'
import { ClientSecretSchema, DonationAmountSchema } from './payment-intent'
import { cleanText } from './plain-text'

/** Takes a POST with an `Idempotency-Key`, which is the payment intent's id or a random one. */
export const candleOrdersPath = '/api/candle-orders'

export const idempotencyKeyHeader = 'idempotency-key'

export const PlainTextSchema = v.pipe(v.string(), v.transform(cleanText))

/** Any text is accepted, because a donor who mistypes an address has paid all the same. */
export const EmailSchema = v.pipe(v.string(), v.transform(cleanEmail))

/** These fields are accepted, but stored nowhere. */
const Description = v.nullish(v.string(), '')

/** In the specification `donationAmount` is a text: whole UAH in digits, or empty. */
const DonationTextSchema = v.union(
  [
    v.literal(''),
    v.pipe(v.string(), v.maxLength(9), v.digits(), v.transform(Number), DonationAmountSchema),
  ],
  'donationAmount must be empty or a whole amount in UAH.',
)

/** Here names may be empty and of any length, because paid orders keep and flag what free orders reject. */
export const CandleOrderSchema = v.object({
  name: PlainTextSchema,
  /** An address is never cut, because it would become another one. */
  email: v.nullish(EmailSchema, null),
  purpose: PlainTextSchema,
  donationAmount: v.optional(DonationTextSchema, ''),
  prefersDonation: v.optional(v.boolean(), false),
  language: v.picklist(languages),
  userAgent: Description,
  referrer: Description,
  browserLanguage: Description,
  /** The page sends it empty, and it is ignored. */
  ipAddress: v.optional(v.nullable(v.string()), ''),
})

export const OrderDraftSchema = v.object({
  ...CandleOrderSchema.entries,
  clientSecret: ClientSecretSchema,
  /** The version grows with each change of the words. A lower one changes nothing. */
  version: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
})

export type CandleOrderPayload = v.InferInput<typeof CandleOrderSchema>
export type CandleOrder = v.InferOutput<typeof CandleOrderSchema>

export const IdempotencyKeySchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{8,255}$/, 'The idempotency key must be 8 to 255 letters, digits, "_" or "-".'),
)

export const OrderAnswerSchema = v.object({
  success: v.boolean(),
  error: v.optional(v.string()),
  emailNotifications: v.optional(v.object({ userEmailSent: v.boolean() })),
})
