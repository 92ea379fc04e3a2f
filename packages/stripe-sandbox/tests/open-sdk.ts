import Stripe from 'stripe'

/** The SDK as published; only the address is another. */
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
