import type {
  StripeElementsOptionsClientSecret,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { IntegrationError } from './options'
import { createPaymentElement, type PaymentElement, type ShownOptions } from './payment-element'

export type ElementsOptions = StripeElementsOptionsClientSecret
export type Elements = ReturnType<typeof createElements>

export function createElements(base: string, apiKey: string, initial: ElementsOptions) {
  const { clientSecret = '' } = initial
  if (!/^pi_[a-zA-Z0-9]+_secret_\w+$/.test(clientSecret))
    throw new IntegrationError(`elements(): ${clientSecret} is not a client secret.`)
  let options = initial
  let payment: PaymentElement | undefined

  const locale = () => localeOf(options.locale)
  const cardOptions = (): ShownOptions => ({
    apiKey,
    clientSecret,
    locale: locale(),
    appearance: options.appearance ?? {},
  })

  const cardForm = () => {
    const form = payment?.form()
    if (form) return form
    throw new IntegrationError('The payment element is not mounted.')
  }

  return {
    create(type: string, elementOptions: StripePaymentElementOptions = {}): PaymentElement {
      if (type !== 'payment')
        throw new IntegrationError(`The sandbox does not implement the element ${type}.`)
      payment = createPaymentElement(base, cardOptions, elementOptions)
      return payment
    },
    /** The client secret of a group never changes. */
    update(changed: ElementsOptions): void {
      options = { ...options, ...changed }
      payment?.refresh(cardOptions())
    },
    cardForm,
    clientSecret,
    locale,
  }
}

/** `auto` is the browser's own language, as with the real one. */
export function localeOf(locale = 'auto'): string {
  return locale === 'auto' ? navigator.language : locale
}
