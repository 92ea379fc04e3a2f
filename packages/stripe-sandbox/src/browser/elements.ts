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

/** What the visitor entered for one confirmation. The `answer` comes from the wallet's sheet. */
export type Collected = { method: 'card' } | { method: Exclude<Method, 'card'>; answer: string }

type Submitted = { selectedPaymentMethod: Method } | { error: StripeError }

/** Creates the elements for an amount. The intent is named only when it is confirmed. */
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

  /** Opens the wallet's sheet. Resolves to `closed` if the visitor does not pay. */
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
    /** Validates the card or opens the wallet's sheet. Safari allows the sheet only within a click. */
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
    /** Returns the entered data once, because each confirmation needs a `submit` of its own. */
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

/** Returns whether this runs in the task of an event. After a wait it no longer does. */
function isInClick(): boolean {
  // Before Safari 16.4 and Firefox 120 a page cannot ask whether the visitor has just clicked.
  return window.event !== undefined && (navigator.userActivation?.isActive ?? true)
}

/** Returns the language. As in the real script, `auto` stands for the browser's own. */
export function localeOf(locale = 'auto'): string {
  return locale === 'auto' ? navigator.language : locale
}
