import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardLocale } from './card-payments'

/** A script that has not come after this time counts as blocked, in ms. */
const patience = 20_000

/** Loads the provider's own script from the provider's host. Rejects when it does not come. */
export async function loadCardProvider(publicKey: string, locale: CardLocale): Promise<Stripe> {
  const stripe = await Promise.race([loadStripe(publicKey, { locale }), giveUp()])
  if (!stripe) throw new Error('The card provider gave no script.')
  return stripe
}

function giveUp(): Promise<null> {
  return new Promise(resolve => {
    setTimeout(() => resolve(null), patience)
  })
}
