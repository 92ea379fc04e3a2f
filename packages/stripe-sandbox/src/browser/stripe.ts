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
    locale: locale ? localeOf(locale) : (elements?.locale() ?? localeOf('auto')),
  })

  return {
    elements: (given: ElementsOptions) =>
      createElements(base, apiKey, { ...(locale && { locale }), ...given }),

    confirmPayment: (given: ConfirmOptions) => confirmPayment(caller(given.elements), given),

    retrievePaymentIntent: async (clientSecret: unknown): Promise<IntentAnswer> => {
      checkSecret('retrievePaymentIntent', clientSecret)
      return retrieveIntent(caller(), clientSecret)
    },

    ...Object.fromEntries(notImplemented.map(name => [name, refuse(name)])),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}
Stripe.version = 'endive'

/**
 * Where the sandbox is: told by `?base=` in the script's address, else the host the script came
 * from, else (the script was put in the place of the provider's own) the sandbox that wrote it.
 */
function baseAddress(script: string | undefined): string {
  if (script === undefined) return servedBy
  const url = new URL(script)
  const given = url.searchParams.get('base')
  if (given !== null) return new URL(given).origin
  return url.hostname.endsWith('stripe.com') || url.protocol === 'file:' ? servedBy : url.origin
}

/** The React library looks for some of these. */
const notImplemented = [
  'confirmCardPayment',
  'confirmSetup',
  'createConfirmationToken',
  'createPaymentMethod',
  'createToken',
  'handleNextAction',
]

function refuse(method: string) {
  return async (): Promise<never> => {
    throw new IntegrationError(`The sandbox does not implement stripe.${method}().`)
  }
}

function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^pk_test_\w+$/.test(key)) return
  throw new IntegrationError(
    String(key).startsWith('pk_live_')
      ? 'The card sandbox does not take live keys.'
      : 'Please call Stripe() with your publishable key. You used an empty string, or a key of another kind.',
  )
}

function checkSecret(method: string, secret: unknown): asserts secret is string {
  if (!isClientSecret(secret))
    throw new IntegrationError(
      `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
    )
}

/** A script that is on the page already is left alone: two would fight over one payment. */
if (Reflect.get(window, 'Stripe') === undefined) Object.assign(window, { Stripe })
