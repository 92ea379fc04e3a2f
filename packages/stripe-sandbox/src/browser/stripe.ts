import { type Caller, type IntentAnswer, isClientSecret, retrieveIntent } from './call-api'
import { type ConfirmOptions, confirmPayment } from './confirm-payment'
import { createElements, type Elements, type ElementsOptions, localeOf } from './elements'
import { IntegrationError } from './emitter'

/** Written in by the sandbox as it serves this script. */
const servedBy = '__CARD_SANDBOX_ORIGIN__'

/**
 * The script a page loads in the place of the provider's own: it leaves `window.Stripe` behind,
 * which is all that the official loader and the React library look for.
 */
const { currentScript } = document
const base = baseAddress(currentScript instanceof HTMLScriptElement ? currentScript.src : undefined)

/** Called with and without `new`. */
function Stripe(apiKey: unknown, options: { locale?: string } = {}) {
  checkKey(apiKey)
  const { locale } = options
  const caller = (elements?: Elements): Caller => ({
    base,
    apiKey,
    locale: locale ? localeOf(locale) : (elements?.locale() ?? localeOf()),
  })
  return refuseOthers({
    elements: (given: ElementsOptions) =>
      createElements(base, apiKey, { ...(locale && { locale }), ...given }),

    confirmPayment: (given: ConfirmOptions) => confirmPayment(caller(given.elements), given),

    retrievePaymentIntent: async (clientSecret: unknown): Promise<IntentAnswer> => {
      if (isClientSecret(clientSecret)) return retrieveIntent(caller(), clientSecret)
      throw new IntegrationError(
        `Invalid value for stripe.retrievePaymentIntent intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
      )
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
}
Stripe.version = 'endive'

/** Every other method of the real object is there too, and refuses by its name. */
function refuseOthers(stripe: object): object {
  return new Proxy(stripe, {
    get(methods, name) {
      // The object is the result of a promise: it must not look like one.
      if (name in methods || typeof name === 'symbol' || name === 'then')
        return Reflect.get(methods, name)
      return async () => {
        throw new IntegrationError(`The sandbox does not implement stripe.${name}().`)
      }
    },
  })
}

/**
 * Where the sandbox is: the host the script came from, or (the script was put in the place of the
 * provider's own) the sandbox that wrote it.
 */
function baseAddress(script: string | undefined): string {
  const url = new URL(script ?? servedBy)
  return url.hostname.endsWith('stripe.com') || url.protocol === 'file:' ? servedBy : url.origin
}

function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^pk_test_\w+$/.test(key)) return
  throw new IntegrationError(
    String(key).startsWith('pk_live_')
      ? 'The card sandbox does not take live keys.'
      : 'Please call Stripe() with your publishable key. You used an empty string, or a key of another kind.',
  )
}

/** A script that is on the page already is left alone: two would fight over one payment. */
if (Reflect.get(window, 'Stripe') === undefined) Object.assign(window, { Stripe })
