import { isClientSecret } from './call-api'
import { type Emitter, newEmitter } from './emitter'
import type { Appearance, CardOptions, StripeError } from './frame-talk'
import { IntegrationError } from './integration-error'
import { newPaymentElement, type PaymentElement } from './payment-element'
import { type QuietElement, quietElement } from './quiet-element'

export interface ElementsOptions {
  clientSecret?: string
  mode?: string
  amount?: number
  currency?: string
  locale?: string
  appearance?: Appearance
  [more: string]: unknown
}

export type AnyElement = PaymentElement | QuietElement

/** One group of fields for one payment: what `stripe.elements()` returns. */
export interface ElementsGroup extends Pick<Emitter, 'on' | 'once' | 'off'> {
  create(type: string, options?: unknown): AnyElement
  getElement(type: unknown): AnyElement | null
  update(changed: ElementsOptions): void
  fetchUpdates(): Promise<{ error?: StripeError }>
  submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }>
  /** For the script itself. */
  paymentElement(): PaymentElement | undefined
  clientSecret(): string | undefined
  locale(): string
}

export function newElementsGroup(
  base: string,
  apiKey: string,
  given: ElementsOptions,
): ElementsGroup {
  checkOptions(given)
  const emitter = newEmitter()
  let options = given
  let payment: PaymentElement | undefined
  const quiet = new Map<string, QuietElement>()

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
      if (type !== 'payment') {
        const element = quietElement(type, () => quiet.delete(type))
        quiet.set(type, element)
        return element
      }
      if (payment)
        throw new IntegrationError(
          'Can only create one Element of type payment through the same Elements.',
        )
      payment = newPaymentElement(base, cardOptions, () => {
        payment = undefined
      })
      return payment
    },
    getElement: asked => {
      const type = typeNamed(asked)
      return type === 'payment' ? (payment ?? null) : (quiet.get(type) ?? null)
    },
    update: changed => {
      options = {
        ...options,
        ...changed,
        ...(options.clientSecret && { clientSecret: options.clientSecret }),
      }
      const { locale, appearance } = cardOptions()
      payment?.refresh({ locale, appearance })
      setTimeout(() => emitter.emit('update-end', {}))
    },
    fetchUpdates: async () => ({}),
    submit: async () => {
      const line = payment?.line()
      if (!line) throw notMounted()
      const { error } = await line.call('validate')
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
    paymentElement: () => payment,
    clientSecret: () => options.clientSecret,
    locale: () => localeOf(options.locale),
  }
}

/** A type is asked for by its name, or by the React component that stands for it. */
function typeNamed(asked: unknown): string {
  if (typeof asked === 'function' && '__elementType' in asked) return String(asked.__elementType)
  return String(asked)
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
