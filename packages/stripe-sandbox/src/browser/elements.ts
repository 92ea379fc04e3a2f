import type {
  StripeElementsOptionsClientSecret,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { checkClientSecret } from './call-api'
import { createEmitter, IntegrationError } from './emitter'
import { checkOptions } from './options'
import { createPaymentElement, type PaymentElement, type ShownOptions } from './payment-element'

export type ElementsOptions = StripeElementsOptionsClientSecret
export type Elements = ReturnType<typeof createElements>

/** One group of fields for one payment: what `stripe.elements()` returns. */
export function createElements(base: string, apiKey: string, given: ElementsOptions) {
  const { clientSecret } = given
  checkClientSecret('elements()', clientSecret)
  checkOptions('elements()', given)
  const { emit, ...emitter } = createEmitter()
  let options = given
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
    throw new IntegrationError(
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
    )
  }

  return {
    ...emitter,
    create(type: string, given: StripePaymentElementOptions = {}): PaymentElement {
      if (type !== 'payment')
        throw new IntegrationError(`The sandbox does not implement the element ${type}.`)
      checkOptions('create()', given)
      if (payment)
        throw new IntegrationError(
          'Can only create one Element of type payment through the same Elements.',
        )
      payment = createPaymentElement(base, cardOptions, given, () => {
        payment = undefined
      })
      return payment
    },
    /** A type is asked for by its name, or by the React component that stands for it. */
    getElement(asked: unknown): PaymentElement | null {
      const type = Object(asked).__elementType ?? asked
      return (type === 'payment' && payment) || null
    },
    /** The client secret of a group never changes. */
    update(changed: ElementsOptions): void {
      checkOptions('elements()', changed)
      options = { ...options, ...changed }
      payment?.refresh(cardOptions())
      setTimeout(() => emit('update-end', {}))
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const error = await cardForm().validate()
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
    cardForm,
    clientSecret,
    locale,
  }
}

/** `auto` is the browser's own language, as with the real one. */
export function localeOf(asked = 'auto'): string {
  return asked === 'auto' ? navigator.language : asked
}
