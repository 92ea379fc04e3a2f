import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import { isClientSecret } from './call-api'
import type { Appearance } from './card-form'
import { createEmitter, IntegrationError } from './emitter'
import { checkOptions } from './options'
import { createPaymentElement, type PaymentElement, type ShownOptions } from './payment-element'

export interface ElementsOptions {
  clientSecret?: string
  mode?: string
  locale?: string
  appearance?: Appearance
  [more: string]: unknown
}

export type Elements = ReturnType<typeof createElements>

/** One group of fields for one payment: what `stripe.elements()` returns. */
export function createElements(base: string, apiKey: string, given: ElementsOptions) {
  checkSecret(given)
  checkOptions('elements()', given)
  const { emit, ...emitter } = createEmitter()
  let options = given
  let payment: PaymentElement | undefined

  const cardOptions = (): ShownOptions => ({
    apiKey,
    clientSecret: options.clientSecret ?? null,
    locale: localeOf(options.locale),
    appearance: options.appearance ?? {},
  })

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
      const isComponent = typeof asked === 'function' && '__elementType' in asked
      const type = isComponent ? asked.__elementType : asked
      return (type === 'payment' ? payment : undefined) ?? null
    },
    update(changed: ElementsOptions): void {
      checkOptions('elements()', changed)
      // The client secret of a group never changes.
      const { clientSecret = changed.clientSecret } = options
      options = { ...options, ...changed, ...(clientSecret && { clientSecret }) }
      const { locale, appearance } = cardOptions()
      payment?.refresh({ locale, appearance })
      setTimeout(() => emit('update-end', {}))
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const form = payment?.form()
      if (!form) throw notMounted()
      const error = await form.validate()
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
    /** For the script itself. */
    paymentElement: () => payment,
    clientSecret: () => options.clientSecret,
    locale: () => localeOf(options.locale),
  }
}

export function notMounted(): IntegrationError {
  return new IntegrationError(
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  )
}

/** `auto` is the browser's own language, as with the real one. */
export function localeOf(asked = 'auto'): string {
  return asked === 'auto' ? navigator.language : asked
}

function checkSecret({ clientSecret, mode }: ElementsOptions): void {
  if (clientSecret === undefined && mode === undefined)
    throw new IntegrationError(
      'In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret, or a mode, when creating the Elements group.',
    )
  if (clientSecret !== undefined && !isClientSecret(clientSecret))
    throw new IntegrationError(
      `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    )
}
