import Stripe from 'stripe'
import { ask } from '../../server/stripe/client'
import type { ProviderAnswer } from '../../server/stripe/payment-provider'

/** Finds the rights that a restricted key lacks, except the right of wallets. */
export function findMissingRights(stripe: Stripe): Promise<ProviderAnswer<string[]>> {
  const one = { limit: 1 }
  // There is no such intent, so the call to cancel it changes nothing.
  const calls = {
    'payment intents (write)': () => stripe.paymentIntents.cancel('pi_none0000000000'),
    'payment intents (read)': () => stripe.paymentIntents.list(one),
    'charges (read)': () => stripe.charges.list(one),
    'events (read)': () => stripe.events.list(one),
  }
  return ask(async () => {
    const missing = Object.entries(calls).map(async ([right, call]) => {
      try {
        await call()
        return []
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return [right]
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')
          return []
        throw error
      }
    })
    return (await Promise.all(missing)).flat()
  })
}

/** Returns whether Apple Pay works in forms on this domain. */
export function readApplePay(
  stripe: Stripe,
  domain_name: string,
): Promise<ProviderAnswer<'unregistered' | 'active' | 'inactive'>> {
  return ask(async () => {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name, limit: 1 })
    const [domain] = data
    if (!domain) return 'unregistered'
    return domain.enabled && domain.apple_pay.status === 'active' ? 'active' : 'inactive'
  })
}
