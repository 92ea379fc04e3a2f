import { presetAmounts } from '../../shared/donation-amount'
import type { PaymentError } from '../card-errors/describe-payment-error'
import {
  type FormEvent,
  newPayment,
  nextToast,
  none,
  reduceForm,
  replacePayment,
  withoutAmount,
} from './form-reducer'
import type { AmountReading } from './parse-custom-amount'
import {
  amountOf,
  type CheckoutState,
  type DialogContent,
  type Donation,
  type GoodNews,
  initialState,
  isAmountLocked,
  isPayClicked,
  type Missing,
  type OrderSubmitted,
  type OrderSummary,
  type Payment,
  type ShownTemples,
} from './state'
import type { CheckoutStore } from './store'

/** All events of the form and its payment. */
export type CheckoutEvent =
  | FormEvent
  | { type: 'temple-translated'; temples: ShownTemples }
  | { type: 'free-order-placed'; summary: OrderSummary; toast: OrderSubmitted }
  | { type: 'custom-amount-applied'; reading: AmountReading }
  | { type: 'intent-created'; uah: number; clientSecret: string }
  | { type: 'intent-failed'; error: PaymentError }
  | { type: 'pay-clicked'; donation: Donation }
  /** The provider was never asked to charge the card. */
  | { type: 'payment-not-begun'; before: Payment; error?: PaymentError | undefined }
  | { type: 'payment-unclear'; donation: Donation }
  | {
      type: 'payment-open'
      donation: Donation
      isUnclear: boolean
      error?: PaymentError | undefined
    }
  /** With `isResumed` another page paid, or this one before a reload. */
  | { type: 'payment-canceled'; isResumed: boolean }
  | { type: 'payment-ended'; dialog?: DialogContent | undefined }
  /** The payment was captured, but the call with its order failed. */
  | { type: 'paid-order-failed'; donation: Donation }
  /** The payment was captured. A `toast` says that its order is stored. */
  | {
      type: 'donation-received'
      donation: Donation
      missing: Missing | undefined
      toast: OrderSubmitted | undefined
    }
  /** Some or all of the words that a paid order lacked are stored. */
  | { type: 'order-completed'; news: GoodNews; toast: OrderSubmitted }
  | { type: 'completion-failed' }
  | { type: 'pending-payment-found'; donation: Donation }
  | { type: 'dialog-closed' }
  | { type: 'toast-dismissed'; id: number }
  | { type: 'toast-removed'; id: number }

export function dispatch(store: CheckoutStore, event: CheckoutEvent): void {
  store.update(state => reduce(state, event))
}

/** Applies the events of the checkout module. Those of the first script are in `reduceForm`. */
function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { payment } = state
  switch (event.type) {
    case 'temple-translated':
      return { ...state, temples: event.temples }
    case 'free-order-placed': {
      const { summary, toast } = event
      return {
        ...emptyForm(state),
        // An order without a donation does not end a payment that may still succeed.
        ...(isPayClicked(payment) && { payment, choice: state.choice }),
        ...(payment.kind === 'checking' && { donationEnabled: state.donationEnabled }),
        dialogs: withDialog(state, { kind: 'thanks', summary }),
        toast: nextToast(state, toast),
      }
    }
    case 'order-completed': {
      const [, ...later] = state.dialogs
      return { ...state, dialogs: [event.news, ...later], toast: nextToast(state, event.toast) }
    }
    case 'completion-failed':
      return { ...state, toast: nextToast(state, { kind: 'order-failed' }) }
    case 'dialog-closed':
      return { ...state, dialogs: state.dialogs.slice(1) }
    case 'toast-dismissed':
      if (state.toast?.id !== event.id) return state
      return { ...state, toast: { ...state.toast, open: false } }
    case 'toast-removed':
      return state.toast?.id === event.id ? { ...state, toast: undefined } : state
    case 'custom-amount-applied': {
      if (isAmountLocked(state) || state.choice !== 'custom') return state
      const { reading } = event
      const isAmount = reading.kind === 'amount'
      if (isAmount && reading.uah === amountOf(payment)) return state
      return {
        ...state,
        customAmountError: isAmount || reading.kind === 'empty' ? undefined : reading.kind,
        paymentError: undefined,
        payment: replacePayment(payment, isAmount ? reading.uah : undefined),
      }
    }
    case 'intent-created': {
      const { uah, clientSecret } = event
      if (payment.kind !== 'creating') return state
      return { ...state, payment: { kind: 'ready', uah, clientSecret } }
    }
    case 'intent-failed': {
      // The payment of an intent on which Pay was clicked stays, and waits for its form.
      if (isPayClicked(payment)) return state
      return { ...state, payment: none, ...withFailure(state, event.error) }
    }
    case 'pay-clicked': {
      const { donation } = event
      return {
        ...state,
        hasTyped: false,
        paymentError: undefined,
        payment: { kind: 'paying', donation },
      }
    }
    case 'payment-not-begun': {
      const { before, error } = event
      return { ...state, payment: before, ...(error && withFailure(state, error)) }
    }
    case 'payment-unclear': {
      const { donation } = event
      return withAmountOf(donation, { ...state, payment: { kind: 'checking', donation } })
    }
    case 'payment-open': {
      const { donation, isUnclear, error } = event
      return withAmountOf(donation, {
        ...state,
        payment: { kind: 'open', donation, isUnclear },
        ...(error && withFailure(state, error)),
      })
    }
    case 'payment-canceled':
      return afterCancel(state, event.isResumed)
    case 'payment-ended': {
      const { dialog } = event
      const ended = { ...withoutAmount(state), dialogs: withDialog(state, dialog) }
      // The text beside the form says that nothing was charged, which is certain only after a decline.
      const isDeclined = dialog?.kind === 'payment-failed' && dialog.error.kind === 'declined'
      return isDeclined ? { ...ended, paymentError: dialog.error } : ended
    }
    case 'paid-order-failed': {
      const { donation } = event
      return {
        ...state,
        payment: { kind: 'checking', donation, isPaid: true },
        toast: nextToast(state, { kind: 'order-failed' }),
      }
    }
    case 'donation-received': {
      const { donation, missing, toast } = event
      const { uah, words: summary, clientSecret, isResumed } = donation
      // If the form holds a free order, the payment gets the other dialog.
      const kind = !isResumed && state.donationEnabled ? 'thanks' : 'resumed'
      const isOtherText = state.hasTyped || state.freeOrder === 'sending'
      return {
        ...(isOtherText ? withoutAmount(state) : emptyForm(state)),
        dialogs: withDialog(state, { kind, uah, summary, missing, clientSecret }),
        toast: toast && nextToast(state, toast),
      }
    }
    case 'pending-payment-found': {
      const { donation } = event
      const { words } = donation
      const { number } = state.fields
      const filled = words && {
        number: number + 1,
        forWhom: words.name,
        purpose: words.purpose,
        email: words.email ?? '',
      }
      return withAmountOf(donation, {
        ...state,
        ...(filled && donation.isResumed && !state.hasTyped && { fields: filled }),
        donationEnabled: state.donationEnabled || !state.hasTyped,
        payment: { kind: 'checking', donation },
      })
    }
    default:
      return reduceForm(state, event)
  }
}

function withAmountOf({ uah }: Donation, state: CheckoutState): CheckoutState {
  const choice = presetAmounts.find(preset => preset === uah) ?? 'custom'
  return { ...state, choice, customAmountError: undefined }
}

/** Starts the replacement, or shows the same payment again with an error dialog. */
function afterCancel(state: CheckoutState, isResumed: boolean): CheckoutState {
  const isReplaced = state.payment.kind === 'checking' && state.payment.next !== undefined
  if (!state.donationEnabled || (isResumed && !isReplaced)) return withoutAmount(state)
  const failed = { kind: 'payment-failed', error: { kind: 'not-started' } } as const
  const dialogs = isReplaced ? state.dialogs : withDialog(state, failed)
  const payment = newPayment(amountOf(state.payment))
  return { ...state, paymentError: undefined, payment, dialogs }
}

function emptyForm({ language, temples, cards, fields }: CheckoutState): CheckoutState {
  const initial = initialState(language, undefined, temples)
  const emptied = { ...initial.fields, number: fields.number + 1 }
  return { ...initial, cards, fields: emptied, donationEnabled: false }
}

function withFailure(state: CheckoutState, error: PaymentError) {
  if (error.kind === 'wallet-closed') return { paymentError: error }
  return { paymentError: error, dialogs: withDialog(state, { kind: 'payment-failed', error }) }
}

/** Queues a dialog. Only a failure is replaced, because the next dialog may contradict it. */
function withDialog({ dialogs }: CheckoutState, next: DialogContent | undefined): DialogContent[] {
  if (!next) return dialogs
  const [shown, ...later] = dialogs
  return shown?.kind === 'payment-failed' ? [next, ...later] : [...dialogs, next]
}
