import * as v from 'valibot'

/** GET: whether cards can be taken, and the provider's public key. */
export const paymentConfigPath = '/api/stripe-config'

export const PaymentConfigSchema = v.object({
  configured: v.boolean(),
  publicKey: v.nullish(v.string()),
})

export type PaymentConfig = v.InferOutput<typeof PaymentConfigSchema>
