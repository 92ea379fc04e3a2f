import type { StripeConstructorOptions } from '@stripe/stripe-js'
import type { Caller } from './call-api'
import { type ConfirmOptions, confirmPayment } from './confirm-payment'
import { createElements, type Elements, type ElementsOptions, localeOf } from './elements'
import { IntegrationError } from './options'

/**
 * A page loads this script in place of the provider's. It defines `window.Stripe`, which is all that the
 * official loader and the React library look for. The sandbox replaces this constant when it serves the
 * script.
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
  return rejectOthers({
    elements: (elementsOptions: ElementsOptions) =>
      createElements(base, apiKey, { ...(locale && { locale }), ...elementsOptions }),

    confirmPayment: (confirmOptions: ConfirmOptions) =>
      confirmPayment(caller(confirmOptions.elements), confirmOptions),

    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
}
Stripe.version = 'endive'

/** Adds every other method of the real object. Each throws an error with its own name. */
function rejectOthers(stripe: object): object {
  return new Proxy(stripe, {
    get(methods, name) {
      // Promises resolve to this object, so it must have no `then`.
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
    'Please call Stripe() with your publishable key. The card sandbox accepts pk_test_… only.',
  )
}

/** If a page loads the script twice, the first one stays, or both would work on the payment. */
if (Reflect.get(window, 'Stripe') === undefined) Object.assign(window, { Stripe })
