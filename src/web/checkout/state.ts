import type { Stripe } from '@stripe/stripe-js'
import type { CandleOrderPayload } from '../../shared/candle-order'
import type { AmountReading } from '../../shared/custom-amount'
import { presetAmounts } from '../../shared/donation-amount'
import { type FormErrors, findFormErrors } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import type { Decline } from '../../shared/payment-outcome'
import type { TempleTexts } from '../../shared/temple-texts'
import type { PendingPayment } from './pending-payment'

export type AmountChoice = 'none' | 'custom' | (typeof presetAmounts)[number]

/** A donation from the click on Pay on. */
export interface Donation extends PendingPayment {
  /** As they were at the click; undefined: Pay was clicked in another tab. */
  words?: OrderSummary | undefined
  /** Pay was clicked on an earlier page. */
  isResumed?: boolean
  hasWordsStored?: boolean
  /** The last decline that the visitor was told of. */
  shownDecline?: string | undefined
}

/**
 * The donation's payment. Before Pay (`creating`, `ready`) its intent is dropped freely; after it, only
 * when the server answers that it was paid or canceled. Amounts are whole UAH.
 */
export type Payment =
  | { kind: 'none' }
  | { kind: 'creating'; uah: number }
  | { kind: 'ready'; uah: number; clientSecret: string }
  /** The words are stored, the card is confirmed, and the order is sent. */
  | { kind: 'paying'; donation: Donation }
  /**
   * The server is asked. Without `donation`, an earlier page's is not read yet, or not known. `isPaid`: only
   * its order is not known to be stored. `next`: it is canceled in favour of another amount.
   */
  | { kind: 'checking'; donation?: Donation; isPaid?: boolean; next?: NextAmount }
  /** It can be paid again. `isUnclear`: an earlier press may still succeed. */
  | { kind: 'open'; donation: Donation; isUnclear: boolean }

/** The amount wanted in place of another; undefined: a custom one not yet typed. */
interface NextAmount {
  uah: number | undefined
}

export type PaymentError =
  | { kind: 'not-started'; message?: string | undefined }
  /** From the visitor's network, also by others. */
  | { kind: 'too-many-attempts'; waitMs: number }
  | ({ kind: 'declined' } & Decline)
  /** By the visitor, who knows why. */
  | { kind: 'wallet-closed' }
  | { kind: 'outcome-unknown' }

/** The same for a decline that the provider's script tells and the server repeats. */
export function identifyDecline({ charge, code, message = '' }: Decline): string {
  return charge ?? code ?? message
}

export type DialogContent = GoodNews | { kind: 'payment-failed'; error: PaymentError }

/** `resumed`: paid on an earlier page. */
export interface GoodNews {
  kind: 'thanks' | 'resumed'
  /** Of a donation. */
  uah?: number
  summary?: OrderSummary | undefined
  /** What a paid order lacks; who paid may add it, authorised by the client secret. */
  missing?: Missing | undefined
  clientSecret?: string
}

/** `order`: the server has no words at all. */
export type Missing = 'order' | 'name' | 'purpose'

export type OrderSummary = Pick<CandleOrderPayload, 'name' | 'purpose' | 'email'>

/** Toasts hold no text: a language switch translates the one on the screen. */
export type ToastContent = OrderSubmitted | OrderFailed

export interface OrderSubmitted {
  kind: 'order-submitted'
  userEmailSent: boolean
}

export interface OrderFailed {
  kind: 'order-failed'
  /** Rejected for so long because the visitor's network sent too many. */
  waitMs?: number | undefined
}

export interface Toast {
  id: number
  content: ToastContent
  open: boolean
}

/** The card form's languages in use: the provider has no Ukrainian. */
export type CardLocale = 'en' | 'ru'

export type CardPayments =
  | { kind: 'loading'; isTest: boolean }
  | { kind: 'ready'; isTest: boolean; stripe: Stripe; locale: CardLocale; wallets: boolean }
  | { kind: 'unavailable'; isTest: boolean; trying: boolean; tryAgain: () => void }

/** The initial text of the uncontrolled fields; another `number` remounts them. */
interface FormFields {
  number: number
  forWhom: string
  purpose: string
  email: string
}

/** What the parish has set, in one language. */
interface ShownTemple extends TempleTexts {
  /** HTML of the page's foot. */
  foot: string
  /** HTML, whom to ask; the page itself has it in its foot alone. */
  contact?: string
}

/** At first the page's own language alone; all of them once the server has answered; none: nothing is set. */
export type ShownTemples = Partial<Record<Language, ShownTemple>>

export interface CheckoutState {
  language: Language
  temples: ShownTemples
  fields: FormFields
  /** The visitor has typed since the fields were filled for them. */
  hasTyped: boolean
  donationEnabled: boolean
  choice: AmountChoice
  customAmountError: Exclude<AmountReading['kind'], 'empty' | 'amount'> | undefined
  errors: FormErrors
  payment: Payment
  /** `failed`: until the next press. */
  freeOrder: 'editing' | 'sending' | 'failed'
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

/** An order is being paid or sent: nothing that could change it is enabled. */
export function isFrozen({ freeOrder, payment: { kind } }: CheckoutState): boolean {
  return freeOrder === 'sending' || kind === 'paying'
}

/**
 * While a payment is being checked no other amount can be chosen, and the donation cannot be switched off; a
 * free order can be placed.
 */
export function isAmountLocked(state: CheckoutState): boolean {
  return isFrozen(state) || state.payment.kind === 'checking'
}

/** Pay was pressed on the intent. */
export function isPressed({ kind }: Payment): boolean {
  return kind !== 'none' && kind !== 'creating' && kind !== 'ready'
}

export function donationOf(payment: Payment): Donation | undefined {
  return 'donation' in payment ? payment.donation : undefined
}

/** The amount that the card form is, or will be, for. */
export function amountOf(payment: Payment): number | undefined {
  if ('uah' in payment) return payment.uah
  if (payment.kind === 'checking' && payment.next) return payment.next.uah
  return donationOf(payment)?.uah
}

/** The amount chosen in a form that the server sent back. */
export function parseChoice(value: string | undefined): AmountChoice {
  if (value === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === value) ?? 'none'
}
