import type { Stripe } from '@stripe/stripe-js'
import type { CandleOrderPayload } from '../../shared/candle-order'
import { presetAmounts } from '../../shared/donation-amount'
import { type FormErrors, findFormErrors } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import type { Decline } from '../../shared/payment-outcome'
import type { TempleTexts } from '../../shared/temple-texts'
import type { PaymentError } from '../card-errors/describe-payment-error'
import type { AmountReading } from './parse-custom-amount'
import type { PendingPayment } from './pending-payment'

export type AmountChoice = 'none' | 'custom' | (typeof presetAmounts)[number]

/** A donation after the click on Pay. */
export interface Donation extends PendingPayment {
  /** The words at the click. They are missing if Pay was clicked in another tab. */
  words?: OrderSummary | undefined
  /** True if Pay was clicked on an earlier page. */
  isResumed?: boolean
  hasWordsStored?: boolean
  /** The last decline that the visitor was told of. */
  shownDecline?: string | undefined
}

/**
 * The donation's payment. Before Pay (`creating`, `ready`) its intent may be dropped at any time. After
 * Pay that is allowed only once the server says that it was paid or canceled. Amounts are whole UAH.
 */
export type Payment =
  | { kind: 'none' }
  | { kind: 'creating'; uah: number }
  | { kind: 'ready'; uah: number; clientSecret: string }
  /** The words are stored, the card is confirmed, and the order is sent. */
  | { kind: 'paying'; donation: Donation }
  /**
   * The server is asked. Without a `donation` the payment of an earlier page is not read yet, or not
   * known. If `isPaid`, only its order is not confirmed yet. With `next` it is canceled in favour of
   * another amount.
   */
  | { kind: 'checking'; donation?: Donation; isPaid?: boolean; next?: NextAmount }
  /** The payment can be paid again. If `isUnclear`, an earlier click may still succeed. */
  | { kind: 'open'; donation: Donation; isUnclear: boolean }

/** The amount that replaces another. It is undefined for a custom one that is not typed yet. */
interface NextAmount {
  uah: number | undefined
}

/** Identifies a decline, which first the provider's script and then the server tells. */
export function identifyDecline({ charge, code, message = '' }: Decline): string {
  return charge ?? code ?? message
}

export type DialogContent = GoodNews | { kind: 'payment-failed'; error: PaymentError }

/** The facts of a success dialog. A `resumed` payment was made on an earlier page. */
export interface GoodNews {
  kind: 'thanks' | 'resumed'
  uah?: number
  summary?: OrderSummary | undefined
  /** What a paid order lacks. The donor may add it, authorised by the client secret. */
  missing?: Missing | undefined
  clientSecret?: string
}

/** With `order` the server has no words at all. */
export type Missing = 'order' | 'name' | 'purpose'

export type OrderSummary = Pick<CandleOrderPayload, 'name' | 'purpose' | 'email'>

/** Toasts hold no text, so that a language switch translates the one on the screen. */
export type ToastContent = OrderSubmitted | OrderFailed

export interface OrderSubmitted {
  kind: 'order-submitted'
  userEmailSent: boolean
}

export interface OrderFailed {
  kind: 'order-failed'
  /** The visitor's network sent too many orders and has to wait so long. */
  waitMs?: number | undefined
}

export interface Toast {
  id: number
  content: ToastContent
  open: boolean
}

/** The card form has only these languages, because the provider has no Ukrainian. */
export type CardLocale = 'en' | 'ru'

export type CardPayments =
  | { kind: 'loading'; isTest: boolean }
  | { kind: 'ready'; isTest: boolean; stripe: Stripe; locale: CardLocale; wallets: boolean }
  | { kind: 'unavailable'; isTest: boolean; trying: boolean; tryAgain: () => void }

/** The initial text of the uncontrolled fields. Another `number` remounts them. */
interface FormFields {
  number: number
  forWhom: string
  purpose: string
  email: string
}

/** The parish's own texts in one language. */
interface ShownTemple extends TempleTexts {
  foot: string
  /** The HTML that says whom to ask. In the page itself it is a part of the foot. */
  contact?: string
}

/** The texts of the page's own language, and of all languages once the server has answered. */
export type ShownTemples = Partial<Record<Language, ShownTemple>>

export interface CheckoutState {
  language: Language
  temples: ShownTemples
  fields: FormFields
  /** True once the visitor has typed after the page filled the fields. */
  hasTyped: boolean
  donationEnabled: boolean
  choice: AmountChoice
  customAmountError: Exclude<AmountReading['kind'], 'empty' | 'amount'> | undefined
  errors: FormErrors
  payment: Payment
  /** A failure stays until the next click. */
  freeOrder: 'editing' | 'sending' | OrderFailed
  paymentError: PaymentError | undefined
  cards: CardPayments
  dialogs: DialogContent[]
  toast: Toast | undefined
}

export function initialState(
  language: Language,
  filled?: FilledForm,
  temples: ShownTemples = {},
): CheckoutState {
  const { forWhom = '', purpose = '', email = '' } = filled ?? {}
  return {
    language,
    temples,
    fields: { number: 0, forWhom, purpose, email },
    hasTyped: filled !== undefined,
    donationEnabled: filled?.donationEnabled ?? true,
    choice: parseChoice(filled?.amount),
    customAmountError: undefined,
    errors: filled?.isChecked ? findFormErrors(filled) : {},
    payment: { kind: 'none' },
    freeOrder: 'editing',
    paymentError: undefined,
    cards: { kind: 'loading', isTest: false },
    dialogs: [],
    toast: undefined,
  }
}

/** Returns whether an order is being paid or sent, so that nothing may change it. */
export function isFrozen({ freeOrder, payment: { kind } }: CheckoutState): boolean {
  return freeOrder === 'sending' || kind === 'paying'
}

/**
 * Returns whether the amount is locked. While a payment is being checked, nobody can choose another
 * amount or switch the donation off, but a free order can be placed.
 */
export function isAmountLocked(state: CheckoutState): boolean {
  return isFrozen(state) || state.payment.kind === 'checking'
}

/** Returns whether Pay was clicked on the intent. */
export function isPayClicked({ kind }: Payment): boolean {
  return kind !== 'none' && kind !== 'creating' && kind !== 'ready'
}

/** Returns whether a click on Pay may still succeed. */
export function isOutcomeUnclear(payment: Payment): boolean {
  return payment.kind === 'checking' || (payment.kind === 'open' && payment.isUnclear)
}

export function donationOf(payment: Payment): Donation | undefined {
  return 'donation' in payment ? payment.donation : undefined
}

/** Returns the amount of the card form, even while that is loading. */
export function amountOf(payment: Payment): number | undefined {
  if ('uah' in payment) return payment.uah
  if (payment.kind === 'checking' && payment.next) return payment.next.uah
  return donationOf(payment)?.uah
}

/** Reads the chosen amount of a form that the server sent back. */
export function parseChoice(value: string | undefined): AmountChoice {
  if (value === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === value) ?? 'none'
}
