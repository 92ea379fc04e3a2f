import type { Stripe } from '@stripe/stripe-js'
import type { CandleOrderPayload } from '../../shared/candle-order'
import { presetAmounts } from '../../shared/donation-amount'
import type { FormErrors } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import type { PendingOrder } from './pending-order'

export type AmountChoice = 'none' | 'custom' | (typeof presetAmounts)[number]

export type CustomAmountError = 'below' | 'above' | 'not-whole'

/**
 * The donation's payment. An intent on which Pay was never pressed (`creating`, `ready`) is
 * dropped freely. From the click on Pay it is kept, whatever the provider's script says, until the
 * server answers that it was paid or canceled, or for a day. Amounts are whole UAH.
 */
export type Payment =
  | { kind: 'none' }
  | { kind: 'creating'; uah: number }
  | { kind: 'ready'; uah: number; clientSecret: string }
  /** The provider is confirming: everything is frozen. */
  | { kind: 'confirming'; order: PendingOrder }
  /**
   * The server checks its unknown outcome. `order` is missing until the pending order of an earlier
   * page is read, and if there is none. `next`: another amount is wanted instead.
   */
  | { kind: 'checking'; order?: PendingOrder; next?: NextAmount }
  /** Another amount was chosen: the first request to cancel this payment is in flight. */
  | { kind: 'canceling'; order: PendingOrder; next: NextAmount }
  /** Not paid, and it can be paid again. */
  | { kind: 'open'; order: PendingOrder }
  /** Paid; the order is on its way. `again`: the visitor sends it once more. */
  | { kind: 'sending'; order: PendingOrder; again: boolean }
  /** Paid, and the order did not arrive. */
  | { kind: 'unsent'; order: PendingOrder }

/** The amount wanted in place of a canceled payment; undefined: a custom one not yet typed. */
interface NextAmount {
  uah: number | undefined
}

export type PaymentError =
  | { kind: 'not-started'; message?: string | undefined }
  | {
      kind: 'refused'
      message?: string | undefined
      code?: string | undefined
      declineCode?: string | undefined
    }
  /** Its outcome is not known after a day. */
  | { kind: 'outcome-unknown' }

export type DialogContent =
  /** The success popup; `uah` is missing when nothing was donated. */
  | { kind: 'thanks'; uah?: number; candle: Candle }
  /**
   * The payment-result dialog: a payment begun earlier turned out to be paid. Without `candle` this
   * browser does not know the order; `missing`: what the server does not know of it either.
   */
  | { kind: 'resumed'; uah: number; candle?: Candle; missing?: Missing }
  | { kind: 'payment-failed'; error: PaymentError }

export type Missing = 'order' | 'name' | 'purpose'

export type Candle = Pick<CandleOrderPayload, 'name' | 'purpose' | 'email'>

/** Toasts hold no text: a language switch translates the one on the screen. */
export type ToastContent = OrderSubmitted | { kind: 'order-failed' }

export interface OrderSubmitted {
  kind: 'order-submitted'
  userEmailSent: boolean
}

/** There is one at a time. */
export interface Toast {
  id: number
  content: ToastContent
  open: boolean
}

/** The card form's languages in use: the provider has no Ukrainian. */
export type CardLocale = 'en' | 'ru'

export type CardPayments =
  | { kind: 'loading'; testing: boolean }
  | { kind: 'ready'; testing: boolean; stripe: Stripe; locale: CardLocale; wallets: boolean }
  | { kind: 'unavailable'; testing: boolean; trying: boolean; tryAgain: () => void }

/** The initial text of the fields, which are uncontrolled. */
export interface FormFields {
  /** Incremented for each new form, which remounts the fields. */
  number: number
  forWhom: string
  purpose: string
  email: string
}

export interface CheckoutState {
  language: Language
  fields: FormFields
  /** The visitor has typed since the fields were filled for them. */
  hasTyped: boolean
  donationEnabled: boolean
  choice: AmountChoice
  customAmountError: CustomAmountError | undefined
  errors: FormErrors
  payment: Payment
  /** The order without a donation, possible while a payment is being checked. */
  freeOrder: 'editing' | 'sending'
  /** The last order without a donation failed: until the next press. */
  orderFailed: boolean
  /** Why the last payment failed: until the next press. */
  paymentError: PaymentError | undefined
  cards: CardPayments
  /** The first is on the screen. */
  dialogs: DialogContent[]
  toast: Toast | undefined
}

export function initialState(language: Language, filled?: FilledForm): CheckoutState {
  const { forWhom = '', purpose = '', email = '' } = filled ?? {}
  return {
    language,
    fields: { number: 0, forWhom, purpose, email },
    hasTyped: filled !== undefined,
    donationEnabled: filled?.donationEnabled ?? true,
    choice: readChoice(filled?.amount),
    customAmountError: undefined,
    errors: filled?.errors ?? {},
    payment: { kind: 'none' },
    freeOrder: 'editing',
    orderFailed: false,
    paymentError: undefined,
    cards: { kind: 'loading', testing: false },
    dialogs: [],
    toast: undefined,
  }
}

/** An order is being paid or sent: nothing that could change it is enabled. */
export function isFrozen({ freeOrder, payment: { kind } }: CheckoutState): boolean {
  return freeOrder === 'sending' || kind === 'confirming' || kind === 'sending' || kind === 'unsent'
}

/** While a payment is being checked no other amount can be chosen, but a free order can be placed. */
export function isAmountLocked(state: CheckoutState): boolean {
  return isFrozen(state) || state.payment.kind === 'checking'
}

/** Pay was pressed on the intent: it cannot be dropped any more. */
export function isPressed({ kind }: Payment): boolean {
  return kind !== 'none' && kind !== 'creating' && kind !== 'ready'
}

/** The amount wanted in place of this payment, if any. */
export function nextOf(payment: Payment): NextAmount | undefined {
  return 'next' in payment ? payment.next : undefined
}

/** The amount that the card form is, or will be, for; whole UAH. */
export function amountOf(payment: Payment): number | undefined {
  if ('uah' in payment) return payment.uah
  const next = nextOf(payment)
  if (next) return next.uah
  return 'order' in payment ? payment.order?.uah : undefined
}

/** The amount chosen in a form that the server sent back. */
export function readChoice(value: string | undefined): AmountChoice {
  if (value === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === value) ?? 'none'
}
