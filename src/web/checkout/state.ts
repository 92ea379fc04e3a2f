import type { Stripe } from '@stripe/stripe-js'
import type { CandleOrderPayload } from '../../shared/candle-order'
import type { AmountReading } from '../../shared/custom-amount'
import { presetAmounts } from '../../shared/donation-amount'
import { type FormErrors, findFormErrors } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import type { FilledForm } from '../../shared/order-form'
import type { Decline } from '../../shared/payment-outcome'
import type { TempleTexts } from '../../shared/temple-texts'
import type { PendingOrder } from './pending-order'

export type AmountChoice = 'none' | 'custom' | (typeof presetAmounts)[number]

/**
 * The donation's payment. Before Pay (`creating`, `ready`) its intent is dropped freely; after it, only
 * when the server answers that it was paid or canceled, or after a day. Amounts are whole UAH.
 */
export type Payment =
  | { kind: 'none' }
  | { kind: 'creating'; uah: number }
  | { kind: 'ready'; uah: number; clientSecret: string }
  | { kind: 'confirming'; order: PendingOrder }
  /** The server is asked. Without `order`, an earlier page's is not read yet, or not known. */
  | { kind: 'checking'; order?: PendingOrder; next?: NextAmount }
  /** The first request to cancel it in favour of `next` is in flight. */
  | { kind: 'canceling'; order: PendingOrder; next: NextAmount }
  | { kind: 'open'; order: PendingOrder }
  /** `again`: the visitor sends the paid order once more. */
  | { kind: 'sending'; order: PendingOrder; again: boolean }
  | { kind: 'unsent'; order: PendingOrder }

/** The amount wanted in place of another; undefined: a custom one not yet typed. */
interface NextAmount {
  uah: number | undefined
}

export type PaymentError =
  | { kind: 'not-started'; message?: string | undefined }
  /** From the visitor's network, also by others. */
  | { kind: 'too-many-attempts'; waitMs: number }
  | ({ kind: 'declined' } & Decline)
  | { kind: 'outcome-unknown' }

export type DialogContent =
  /** `isTold`: the host page knows of the order. */
  | { kind: 'thanks'; uah?: number; summary: OrderSummary; clientSecret?: string; isTold?: boolean }
  /** Paid on an earlier page; `missing`: what the server does not know of the order. */
  | {
      kind: 'resumed'
      uah: number
      summary?: OrderSummary
      missing?: Missing
      clientSecret: string
    }
  | { kind: 'payment-failed'; error: PaymentError }

/** A paid order without a name or a purpose, which the visitor may add. */
export interface IncompleteOrder {
  /** Authorises that. */
  clientSecret: string
  uah: number
  email: string
  /** The server has it: the host page knows of it, too. */
  isStored: boolean
}

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

/** What the parish has set, as the page of one language has it. */
export interface ShownTemple extends TempleTexts {
  /** Another than the form's, until that page is read after a switch. */
  language: Language
  /** HTML of the page's foot. */
  foot: string
}

export interface CheckoutState {
  language: Language
  /** undefined: nothing is set. */
  temple: ShownTemple | undefined
  fields: FormFields
  /** The visitor has typed since the fields were filled for them. */
  hasTyped: boolean
  donationEnabled: boolean
  choice: AmountChoice
  customAmountError: Exclude<AmountReading['kind'], 'empty' | 'amount'> | undefined
  errors: FormErrors
  payment: Payment
  /** The form completes it, and places no other order. */
  incomplete: IncompleteOrder | undefined
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
  temple?: ShownTemple,
): CheckoutState {
  const { forWhom = '', purpose = '', email = '' } = filled ?? {}
  return {
    language,
    temple,
    fields: { number: 0, forWhom, purpose, email },
    hasTyped: filled !== undefined,
    donationEnabled: filled?.donationEnabled ?? true,
    choice: parseChoice(filled?.amount),
    customAmountError: undefined,
    errors: filled?.isChecked ? findFormErrors(filled) : {},
    payment: { kind: 'none' },
    incomplete: undefined,
    freeOrder: 'editing',
    paymentError: undefined,
    cards: { kind: 'loading', isTest: false },
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

/** Pay was pressed on the intent. */
export function isPressed({ kind }: Payment): boolean {
  return kind !== 'none' && kind !== 'creating' && kind !== 'ready'
}

export function nextOf(payment: Payment): NextAmount | undefined {
  return 'next' in payment ? payment.next : undefined
}

/** The amount that the card form is, or will be, for. */
export function amountOf(payment: Payment): number | undefined {
  if ('uah' in payment) return payment.uah
  const next = nextOf(payment)
  if (next) return next.uah
  return 'order' in payment ? payment.order?.uah : undefined
}

/** The amount chosen in a form that the server sent back. */
export function parseChoice(value: string | undefined): AmountChoice {
  if (value === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === value) ?? 'none'
}
