import * as v from 'valibot'
import { maximumDonation, minimumDonation } from './donation-amount'

export const paymentConfigPath = '/api/stripe-config'

/** `contact`, whom to ask, and `foot` are HTML. */
const TempleTextsSchema = v.object({
  place: v.string(),
  note: v.string(),
  receiver: v.string(),
  link: v.string(),
  contact: v.string(),
  foot: v.string(),
})

export const PaymentConfigSchema = v.object({
  configured: v.boolean(),
  publicKey: v.nullish(v.string()),
  /** Devices that have Apple Pay or Google Pay may offer it. */
  wallets: v.optional(v.boolean()),
  /** The parish's texts in all languages, because the page has only those of its own language. */
  temple: v.optional(
    v.object({ uk: TempleTextsSchema, ru: TempleTextsSchema, en: TempleTextsSchema }),
  ),
})

export type PaymentConfig = v.InferOutput<typeof PaymentConfigSchema>

/** A donation is a number of whole UAH, and no text. */
export const DonationAmountSchema = v.pipe(
  v.number('The amount must be a number.'),
  v.integer('The amount must be a whole number of UAH.'),
  v.minValue(minimumDonation, `The smallest donation is ${minimumDonation} UAH.`),
  v.maxValue(maximumDonation, `The largest donation is ${maximumDonation} UAH.`),
)

export const createPaymentIntentPath = '/api/create-payment-intent'

export const CreatePaymentIntentSchema = v.object({ amount: DonationAmountSchema })

/** The answer to the creation of an intent. Its `error` is a sentence for the visitor. */
export const PaymentIntentAnswerSchema = v.object({
  success: v.boolean(),
  client_secret: v.optional(v.string()),
  error: v.optional(v.string()),
})

export type PaymentIntentAnswer = v.InferOutput<typeof PaymentIntentAnswerSchema>

export const PaymentIntentIdSchema = v.pipe(
  v.string(),
  v.regex(/^pi_[A-Za-z0-9_]{8,240}$/, 'Not the id of a payment intent.'),
)

/** Tells an intent's id from a random idempotency key. */
export const isPaymentIntentId = (key: string) => v.is(PaymentIntentIdSchema, key)

/** Returns the intent's id, which precedes `_secret_` in its client secret. */
export function paymentIntentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}

export const ClientSecretSchema = v.pipe(
  v.string(),
  v.maxLength(500, 'Not a client secret.'),
  // The time of one pattern for all of it would grow faster than the text.
  v.regex(/^\w+$/, 'Not a client secret.'),
  v.check(secret => isPaymentIntentId(paymentIntentIdOf(secret)), 'Not a client secret.'),
  v.check(secret => Boolean(secret.split('_secret_')[1]), 'Not a client secret.'),
)

const orderDraftsPath = '/api/order-drafts/'

/** The page sends the words here at the click on Pay, so that the server can finish the order alone. */
export function orderDraftPath(paymentIntentId: string): string {
  return orderDraftsPath + encodeURIComponent(paymentIntentId)
}

export const orderDraftRoute = `${orderDraftsPath}:paymentIntentId`
