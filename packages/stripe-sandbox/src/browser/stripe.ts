import type { StripeConstructorOptions } from '@stripe/stripe-js'
import { type Caller, checkClientSecret, retrieveIntent } from './call-api'
import { type ConfirmOptions, confirmPayment } from './confirm-payment'
import { createElements, type Elements, type ElementsOptions, localeOf } from './elements'
import { IntegrationError } from './emitter'

/**
 * The script a page loads in the place of the provider's own: it leaves `window.Stripe` behind,
 * which is all that the official loader and the React library look for. Its address is written in by
 * the sandbox as it serves the script.
 */
const base = '__CARD_SANDBOX_ORIGIN__'

function Stripe(apiKey: unknown, options: StripeConstructorOptions = {}) {
  checkKey(apiKey)
  const { locale } = options
  const caller = (elements?: Elements): Caller => ({
    base,
    apiKey,
    locale: localeOf(locale ?? elements?.locale()),
  })
  return refuseOthers({
    elements: (given: ElementsOptions) =>
      createElements(base, apiKey, { ...(locale && { locale }), ...given }),

    confirmPayment: (given: ConfirmOptions) => confirmPayment(caller(given.elements), given),

    retrievePaymentIntent: async (clientSecret: unknown) => {
      checkClientSecret('retrievePaymentIntent()', clientSecret)
      return retrieveIntent(caller(), clientSecret)
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
}
Stripe.version = 'endive'

/** Every other method of the real object exists too, and throws with its name. */
function refuseOthers(stripe: object): object {
  return new Proxy(stripe, {
    get(methods, name) {
      // Promises resolve to this object: it must not be thenable.
      if (name in methods || typeof name === 'symbol' || name === 'then')
        return Reflect.get(methods, name)
      return async () => {
        throw new IntegrationError(`The sandbox does not implement stripe.${name}().`)
      }
    },
  })
}

function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^pk_test_\w+$/.test(key)) return
  throw new IntegrationError(
    'Please call Stripe() with your publishable key. The card sandbox takes pk_test_… and no other.',
  )
}

/** A script that is already on the page is left alone: two would compete for one payment. */
if (Reflect.get(window, 'Stripe') === undefined) Object.assign(window, { Stripe })
