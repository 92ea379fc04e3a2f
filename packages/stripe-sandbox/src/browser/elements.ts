import { isClientSecret, type StripeError } from './call-api'
import type { Appearance, CardOptions } from './card-channel'
import { createEmitter, type Emitter, IntegrationError } from './emitter'
import { createPaymentElement, type PaymentElement } from './payment-element'

export interface ElementsOptions {
  clientSecret?: string
  mode?: string
  locale?: string
  appearance?: Appearance
  [more: string]: unknown
}

/** One group of fields for one payment: what `stripe.elements()` returns. */
export interface Elements extends Pick<Emitter, 'on' | 'once' | 'off'> {
  create(type: string, options?: unknown): PaymentElement
  getElement(type: unknown): PaymentElement | null
  update(changed: ElementsOptions): void
  fetchUpdates(): Promise<{ error?: StripeError }>
  submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }>
  /** For the script itself. */
  paymentElement(): PaymentElement | undefined
  clientSecret(): string | undefined
  locale(): string
}

export function createElements(base: string, apiKey: string, given: ElementsOptions): Elements {
  checkOptions(given)
  const emitter = createEmitter()
  let options = given
  let payment: PaymentElement | undefined

  const cardOptions = (): CardOptions => ({
    apiKey,
    clientSecret: options.clientSecret ?? null,
    locale: localeOf(options.locale),
    appearance: options.appearance ?? {},
  })

  return {
    on: emitter.on,
    once: emitter.once,
    off: emitter.off,
    create: type => {
      if (type !== 'payment')
        throw new IntegrationError(`The sandbox does not implement the element ${type}.`)
      if (payment)
        throw new IntegrationError(
          'Can only create one Element of type payment through the same Elements.',
        )
      payment = createPaymentElement(base, cardOptions, () => {
        payment = undefined
      })
      return payment
    },
    // A type is asked for by its name, or by the React component that stands for it.
    getElement: asked => {
      const isComponent = typeof asked === 'function' && '__elementType' in asked
      const type = String(isComponent ? asked.__elementType : asked)
      return (type === 'payment' ? payment : undefined) ?? null
    },
    update: changed => {
      // The client secret of a group never changes.
      const { clientSecret = changed.clientSecret } = options
      options = { ...options, ...changed, ...(clientSecret && { clientSecret }) }
      const { locale, appearance } = cardOptions()
      payment?.refresh({ locale, appearance })
      setTimeout(() => emitter.emit('update-end', {}))
    },
    fetchUpdates: async () => ({}),
    submit: async () => {
      const channel = payment?.channel()
      if (!channel) throw notMounted()
      const { error } = await channel.call('validate')
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
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
export function localeOf(asked: string | undefined): string {
  return asked === undefined || asked === 'auto' ? navigator.language : asked
}

function checkOptions({ clientSecret, mode }: ElementsOptions): void {
  if (clientSecret === undefined && mode === undefined)
    throw new IntegrationError(
      'In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret, or a mode, when creating the Elements group.',
    )
  if (clientSecret !== undefined && !isClientSecret(clientSecret))
    throw new IntegrationError(
      `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    )
}
