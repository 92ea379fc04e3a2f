import { type CustomAmount, presetAmounts } from '../../shared/donation-amount'
import type { FormErrors } from '../../shared/order-form'
import type { PendingOrder } from './pending-order'
import {
  type AmountChoice,
  type Candle,
  type CardPayments,
  type CheckoutState,
  type DialogContent,
  initialState,
  isAmountLocked,
  isFrozen,
  isPressed,
  type Locale,
  nextOf,
  type OrderFailure,
  type Payment,
  type PaymentError,
  type Toast,
  type ToastContent,
} from './state'

export type CheckoutEvent =
  | { type: 'locale-changed'; locale: Locale }
  | { type: 'cards-changed'; cards: CardPayments }
  /** `email`: as typed so far. */
  | { type: 'donation-switched'; on: boolean; email?: string | undefined }
  | { type: 'field-edited'; field: keyof FormErrors }
  | { type: 'form-validated'; errors: FormErrors }
  | { type: 'free-order-started' }
  | { type: 'free-order-failed'; toast: OrderFailure }
  | { type: 'free-order-placed'; candle: Candle; userEmailSent: boolean }
  | { type: 'amount-chosen'; choice: AmountChoice }
  | { type: 'custom-amount-applied'; reading: CustomAmount }
  | { type: 'intent-created'; uah: number; clientSecret: string }
  | { type: 'intent-failed'; error: PaymentError }
  | { type: 'card-form-failed'; clientSecret: string }
  | { type: 'confirm-started'; order: PendingOrder }
  | { type: 'payment-unclear'; order: PendingOrder }
  /** It can be paid again. */
  | { type: 'payment-open'; order: PendingOrder; error?: PaymentError | undefined }
  /** `again`: the amount in whole UAH that a new intent is created for, with an error. */
  | { type: 'payment-canceled'; again: number | undefined }
  /** The page stops waiting for its outcome. */
  | { type: 'payment-expired'; dialog?: DialogContent }
  | { type: 'payment-succeeded'; order: PendingOrder }
  | { type: 'paid-order-failed'; order: PendingOrder; toast: OrderFailure }
  /** The paid order is stored. `resumed`: paid by another page, or before a reload. */
  | {
      type: 'paid-order-placed'
      uah: number
      candle: Candle
      userEmailSent: boolean
      resumed: boolean
    }
  /** Whether an earlier page left an order, which is not read yet. */
  | { type: 'order-expected'; expected: boolean }
  | { type: 'pending-order-found'; order: PendingOrder }
  | { type: 'return-checked'; checking: boolean; dialog?: DialogContent }
  | { type: 'dialog-closed' }
  | { type: 'toast-dismissed'; id: number }
  | { type: 'toast-removed'; id: number }

const none: Payment = { kind: 'none' }

/** The state after an event. Frozen and locked states ignore the visitor's events. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'locale-changed':
      return { ...state, locale: event.locale }
    case 'cards-changed':
      return { ...state, cards: event.cards }
    case 'donation-switched': {
      if (isFrozen(state)) return state
      const kept = isPressed(state.payment) ? state : withoutAmount(state)
      const cleared = { errors: {}, orderError: undefined, paymentError: undefined }
      // Its field goes with the donation, and comes back with it.
      const { on, email = state.fields.email } = event
      const fields = on ? state.fields : { ...state.fields, email }
      return { ...kept, ...cleared, fields, donationEnabled: on }
    }
    case 'field-edited': {
      const { [event.field]: _mended, ...errors } = state.errors
      return { ...state, fieldsFrom: 'visitor', errors }
    }
    case 'form-validated':
      return { ...state, errors: event.errors, orderError: undefined }
    case 'free-order-started':
      return { ...state, errors: {}, freeOrder: 'sending' }
    case 'free-order-failed': {
      const { toast } = event
      return { ...state, freeOrder: 'editing', orderError: toast, toast: nextToast(state, toast) }
    }
    case 'free-order-placed': {
      const { candle, userEmailSent } = event
      return {
        ...emptyForm(state),
        // An order without a donation does not end a payment that may still succeed.
        ...(isPressed(state.payment) && { payment: state.payment, choice: state.choice }),
        ...opened(state, { kind: 'thanks', candle }),
        toast: nextToast(state, { kind: 'order-submitted', userEmailSent }),
      }
    }
    case 'dialog-closed': {
      const [dialog, ...laterDialogs] = state.laterDialogs
      return { ...state, dialog, laterDialogs }
    }
    case 'toast-dismissed':
      if (state.toast?.id !== event.id) return state
      return { ...state, toast: { ...state.toast, open: false } }
    case 'toast-removed':
      return state.toast?.id === event.id ? { ...state, toast: undefined } : state
    default:
      return reducePayment(state, event)
  }
}

function reducePayment(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { payment } = state
  switch (event.type) {
    case 'amount-chosen': {
      if (isAmountLocked(state)) return state
      const uah = typeof event.choice === 'number' ? event.choice : undefined
      return { ...withoutAmount(state), choice: event.choice, payment: instead(payment, uah) }
    }
    case 'custom-amount-applied': {
      if (isAmountLocked(state) || state.choice !== 'custom') return state
      const { reading } = event
      const isAmount = reading.kind === 'amount'
      return {
        ...state,
        customAmountError: isAmount || reading.kind === 'empty' ? undefined : reading.kind,
        paymentError: undefined,
        payment: instead(payment, isAmount ? reading.uah : undefined),
      }
    }
    case 'intent-created': {
      const { uah, clientSecret } = event
      if (payment.kind !== 'creating') return state
      return { ...state, payment: { kind: 'ready', uah, clientSecret } }
    }
    case 'intent-failed':
      return isPressed(payment) ? state : failedToStart(state, event.error)
    case 'card-form-failed':
      // Only before Pay: from then on the payment waits for its form.
      if (payment.kind !== 'ready' || payment.clientSecret !== event.clientSecret) return state
      return failedToStart(state, { kind: 'not-started' })
    case 'confirm-started':
      return {
        ...state,
        fieldsFrom: 'pending-order',
        paymentError: undefined,
        payment: { kind: 'confirming', order: event.order },
      }
    case 'payment-unclear': {
      const { order } = event
      const next = nextOf(payment)
      if (next) return { ...state, payment: { kind: 'checking', order, next } }
      return withAmountOf(order, { ...state, payment: { kind: 'checking', order } })
    }
    case 'payment-open': {
      const { order, error } = event
      return withAmountOf(order, {
        ...state,
        payment: { kind: 'open', order },
        ...(error && { paymentError: error, ...opened(state, { kind: 'payment-failed', error }) }),
      })
    }
    case 'payment-canceled':
      return afterCancel(state, event.again)
    case 'payment-expired':
      return { ...withoutAmount(state), ...(event.dialog && opened(state, event.dialog)) }
    case 'payment-succeeded': {
      const again = payment.kind === 'unsent'
      return { ...state, payment: { kind: 'sending', order: event.order, again } }
    }
    case 'paid-order-failed':
      // After a restore from the page cache the outcome is requested as well, and may come first.
      if (payment.kind !== 'sending') return state
      return {
        ...state,
        payment: { kind: 'unsent', order: event.order },
        toast: nextToast(state, event.toast),
      }
    case 'paid-order-placed': {
      const { uah, candle, userEmailSent, resumed } = event
      // With a free order in the form, the payment gets the other dialog.
      const kind = resumed || !state.donationEnabled ? 'resumed' : 'thanks'
      return {
        ...(isBusyElsewhere(state) ? withoutAmount(state) : emptyForm(state)),
        ...opened(state, { kind, uah, candle }),
        toast: nextToast(state, { kind: 'order-submitted', userEmailSent }),
      }
    }
    case 'order-expected':
      if (event.expected) return { ...withoutAmount(state), payment: { kind: 'checking' } }
      return payment.kind === 'checking' && !payment.order ? withoutAmount(state) : state
    case 'pending-order-found':
      return restored(event.order, state)
    case 'return-checked':
      return {
        ...state,
        checkingReturn: event.checking,
        ...(event.dialog && opened(state, event.dialog)),
        ...(event.dialog?.kind === 'payment-failed' &&
          // The text next to the form says that nothing was charged, which is not known here.
          event.dialog.error.kind !== 'outcome-unknown' && { paymentError: event.dialog.error }),
      }
    default:
      return state
  }
}

function withoutAmount(state: CheckoutState): CheckoutState {
  const nothing = { customAmountError: undefined, paymentError: undefined, payment: none }
  return { ...state, ...nothing, choice: 'none' }
}

/** Another amount: after Pay the intent has to be canceled first, before it is just dropped. */
function instead(payment: Payment, uah: number | undefined): Payment {
  if (payment.kind !== 'open' && payment.kind !== 'canceling') return created(uah)
  return { kind: 'canceling', order: payment.order, next: { uah } }
}

/** The choice is taken back, so that choosing the same amount again is a new attempt. */
function failedToStart(state: CheckoutState, error: PaymentError): CheckoutState {
  const choice = state.choice === 'custom' ? 'custom' : 'none'
  const dialogs = opened(state, { kind: 'payment-failed', error })
  return { ...state, choice, payment: none, paymentError: error, ...dialogs }
}

function withAmountOf(order: PendingOrder, state: CheckoutState): CheckoutState {
  const choice = presetAmounts.find(preset => preset === order.uah) ?? 'custom'
  return { ...state, choice, customAmountError: undefined }
}

function created(uah: number | undefined): Payment {
  return uah === undefined ? none : { kind: 'creating', uah }
}

function afterCancel(state: CheckoutState, again: number | undefined): CheckoutState {
  const next = again === undefined ? nextOf(state.payment) : { uah: again }
  if (!next || !state.donationEnabled) return withoutAmount(state)
  const error = { kind: 'not-started' } as const
  const dialogs = again !== undefined && opened(state, { kind: 'payment-failed', error })
  return { ...state, paymentError: undefined, payment: created(next.uah), ...dialogs }
}

/** The form's text does not belong to the order that turned out to be paid. */
function isBusyElsewhere({ fieldsFrom, freeOrder }: CheckoutState): boolean {
  return fieldsFrom === 'visitor' || freeOrder === 'sending'
}

/** After a success: donation off, fields, amount and errors cleared. */
function emptyForm({ locale, cards, fields, checkingReturn }: CheckoutState): CheckoutState {
  const initial = initialState(locale)
  const emptied = { ...initial.fields, number: fields.number + 1 }
  // Another payment is still being checked, and no new one may begin meanwhile.
  return { ...initial, cards, fields: emptied, checkingReturn, donationEnabled: false }
}

/** Restores the order of an earlier page, with its text unless the visitor has typed since. */
function restored(order: PendingOrder, state: CheckoutState): CheckoutState {
  const checking = withAmountOf(order, {
    ...state,
    donationEnabled: true,
    payment: { kind: 'checking', order },
  })
  if (state.fieldsFrom === 'visitor') return checking
  const { name, purpose, email } = order.payload
  const number = state.fields.number + 1
  return {
    ...checking,
    fieldsFrom: 'pending-order',
    fields: { number, forWhom: name, purpose, email: email ?? '' },
  }
}

/** Dialogs queue up; only a failure is replaced, since the next dialog may contradict it. */
function opened(
  { dialog, laterDialogs }: CheckoutState,
  next: DialogContent,
): Pick<CheckoutState, 'dialog' | 'laterDialogs'> {
  if (!dialog || dialog.kind === 'payment-failed') return { dialog: next, laterDialogs }
  return { dialog, laterDialogs: [...laterDialogs, next] }
}

function nextToast({ toast }: CheckoutState, content: ToastContent): Toast {
  return { id: (toast?.id ?? 0) + 1, content, open: true }
}
