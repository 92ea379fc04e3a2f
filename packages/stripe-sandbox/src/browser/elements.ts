import type {
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import type { Method } from './card-form'
import { localMessage } from './card-messages'
import { IntegrationError } from './options'
import { openOverlay } from './overlay'
import { createPaymentElement, type PaymentElement, type ShownOptions } from './payment-element'

export type ElementsOptions = StripeElementsOptionsMode & { mode: 'payment' }
export type Elements = ReturnType<typeof createElements>

/** What the visitor has entered for one confirmation; `answer`: the one given in the wallet's sheet. */
export type Collected = { method: 'card' } | { method: Exclude<Method, 'card'>; answer: string }

type Submitted = { selectedPaymentMethod: Method } | { error: StripeError }

/** Elements of an amount; the intent is named as it is confirmed. */
export function createElements(base: string, apiKey: string, initial: ElementsOptions) {
  checkOptions(initial)
  let options = initial
  let payment: PaymentElement | undefined
  let collected: Collected | undefined

  const locale = () => localeOf(options.locale)
  const cardOptions = (): ShownOptions => {
    const { amount, currency, appearance = {} } = options
    return { apiKey, amount, currency, locale: locale(), appearance }
  }

  const cardForm = () => {
    const form = payment?.form()
    if (form) return form
    throw new IntegrationError('The payment element is not mounted.')
  }

  /** Asks the wallet; `closed` if the visitor does not pay. */
  const openSheet = (wallet: Method) => {
    const { amount, currency } = options
    const fields = { as: 'wallet', wallet, amount: String(amount), currency, locale: locale() }
    return openOverlay(`${base}/frames/bank.html?${new URLSearchParams(fields)}`, 'Wallet (test)')
  }

  return {
    create(type: string, elementOptions: StripePaymentElementOptions = {}): PaymentElement {
      if (type !== 'payment')
        throw new IntegrationError(`The sandbox does not implement the element ${type}.`)
      payment = createPaymentElement(base, cardOptions, elementOptions)
      return payment
    },
    update(changed: Partial<ElementsOptions>): void {
      options = { ...options, ...changed }
      payment?.refresh(cardOptions())
    },
    /** Validates the card, or opens the wallet's sheet, which Safari allows in a click only. */
    async submit(): Promise<Submitted> {
      collected = undefined
      const inClick = isInClick()
      const form = cardForm()
      const method = await form.method()
      if (method === 'card') {
        const error = await form.validate()
        if (error) return { error }
        collected = { method }
      } else {
        if (!inClick)
          throw new IntegrationError('A wallet opens in the visitor’s click only, not after it.')
        const answer = await openSheet(method)
        if (answer === 'closed') {
          const message = localMessage({ code: 'wallet_canceled' }, locale())
          return { error: { type: 'validation_error', message } }
        }
        collected = { method, answer }
      }
      return { selectedPaymentMethod: method }
    },
    /** Once: each confirmation needs a `submit` of its own. */
    takeCollected(): Collected | undefined {
      const taken = collected
      collected = undefined
      return taken
    },
    cardForm,
    locale,
    options: () => options,
  }
}

function checkOptions({ mode, amount, currency }: ElementsOptions): void {
  if (mode === 'payment' && Number.isInteger(amount) && currency) return
  throw new IntegrationError(
    "The sandbox implements elements({ mode: 'payment', amount, currency, … }) only.",
  )
}

/** In the task of an event: after a wait there is none. */
function isInClick(): boolean {
  // Before Safari 16.4 and Firefox 120 a page cannot know of the activation.
  return window.event !== undefined && (navigator.userActivation?.isActive ?? true)
}

/** `auto` is the browser's own language, as with the real one. */
export function localeOf(locale = 'auto'): string {
  return locale === 'auto' ? navigator.language : locale
}
