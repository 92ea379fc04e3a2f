import Stripe from 'stripe'

/** The published SDK with the sandbox's address. */
export function sdk(
  port: number,
  config: Partial<Stripe.StripeConfig> = {},
  key = 'sk_test_sandbox',
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    ...config,
  })
}

export const donation = {
  amount: 20_000,
  currency: 'uah',
  allowed_payment_method_types: ['card'],
  metadata: { app: 'shop' },
} satisfies Stripe.PaymentIntentCreateParams

export const paidWith = (payment_method: string) => ({ ...donation, confirm: true, payment_method })

export const paidDirectly = paidWith('pm_card_visa')

/** The error that the SDK throws; fails if there is none. */
export async function rejectionOf(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('It was not refused.')
}
