import { baseAddress } from './base-address'
import { makeStripe, type StripeOptions } from './make-stripe'

/**
 * The script a page loads in the place of the provider's own: it leaves `window.Stripe` behind,
 * which is all that the official loader and the React library look for.
 */
const { currentScript } = document
const base = baseAddress(currentScript instanceof HTMLScriptElement ? currentScript.src : undefined)

/** Called with and without `new`. */
function Stripe(apiKey: unknown, options?: StripeOptions) {
  return makeStripe(base, apiKey, options)
}
Stripe.version = 'endive'

/** A script that is on the page already is left alone: two would fight over one payment. */
if (Reflect.get(window, 'Stripe') === undefined) Object.assign(window, { Stripe })
