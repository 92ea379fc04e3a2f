import { type Caller, isClientSecret, retrieveIntent } from './call-api'
import { type ConfirmOptions, confirmPayment, followUp } from './confirm-payment'
import {
  type ElementsGroup,
  type ElementsOptions,
  localeOf,
  newElementsGroup,
} from './elements-group'
import { newEmitter } from './emitter'
import type { IntentAnswer } from './frame-talk'
import { IntegrationError } from './integration-error'

export interface StripeOptions {
  locale?: string
  [more: string]: unknown
}

/** What `Stripe('pk_test_…')` returns. */
export function makeStripe(base: string, apiKey: unknown, options: StripeOptions = {}) {
  checkKey(apiKey)
  const caller = (elements?: ElementsGroup): Caller => ({
    base,
    apiKey,
    locale: options.locale ? localeOf(options.locale) : (elements?.locale() ?? localeOf('auto')),
  })

  return {
    elements: (given: ElementsOptions) =>
      newElementsGroup(base, apiKey, {
        ...(options.locale && { locale: options.locale }),
        ...given,
      }),

    confirmPayment: (given: ConfirmOptions) => confirmPayment(caller(given.elements), given),

    retrievePaymentIntent: async (clientSecret: unknown): Promise<IntentAnswer> => {
      checkSecret('retrievePaymentIntent', clientSecret)
      return retrieveIntent(caller(), clientSecret)
    },

    handleNextAction: async (given: { clientSecret?: unknown }): Promise<IntentAnswer> => {
      const { clientSecret } = given
      checkSecret('handleNextAction', clientSecret)
      const found = await retrieveIntent(caller(), clientSecret)
      return found.error ? found : followUp(caller(), found.paymentIntent)
    },

    confirmCardPayment: notPlayed('confirmCardPayment'),
    confirmCardSetup: notPlayed('confirmCardSetup'),
    confirmSetup: notPlayed('confirmSetup'),
    createConfirmationToken: notPlayed('createConfirmationToken'),
    createPaymentMethod: notPlayed('createPaymentMethod'),
    createToken: notPlayed('createToken'),
    handleCardAction: notPlayed('handleCardAction'),
    retrieveSetupIntent: notPlayed('retrieveSetupIntent'),
    paymentRequest: () => ({ ...newEmitter(), canMakePayment: async () => null }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

function notPlayed(method: string) {
  return async (): Promise<never> => {
    throw new IntegrationError(`The card sandbox does not play stripe.${method}().`)
  }
}

function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && /^pk_test_\w+$/.test(key)) return
  throw new IntegrationError(
    typeof key === 'string' && key.startsWith('pk_live_')
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
