import * as v from 'valibot'

/** GET: whether cards and wallets can be taken, and the provider's public key. */
export const paymentConfigPath = '/api/stripe-config'

export const PaymentConfigSchema = v.object({
  configured: v.boolean(),
  publicKey: v.nullish(v.string()),
  /** Whether Apple Pay and Google Pay are offered where the device has them. */
  wallets: v.optional(v.boolean()),
})

export type PaymentConfig = v.InferOutput<typeof PaymentConfigSchema>
