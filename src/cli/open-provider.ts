import { createStripeClient } from '../server/stripe/client'
import type { PaymentProvider } from '../server/stripe/payment-provider'
import type { Context } from './context'

/** Opens the provider for reading, or returns null if no cards are taken. */
export function openProvider({ config, now }: Context): PaymentProvider | null {
  return (
    config.cards && createStripeClient(config.cards, { installation: '', description: '', now })
  )
}
