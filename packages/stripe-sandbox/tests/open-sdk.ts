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
