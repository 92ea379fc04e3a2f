import type { AmountReading } from '../../shared/custom-amount'
import { cutText } from '../../shared/cut-text'
import { presetAmounts } from '../../shared/donation-amount'
import { textLimit } from '../../shared/plain-text'
import {
  type FormEvent,
  newPayment,
  nextToast,
  none,
  reduceForm,
  replacePayment,
  withoutAmount,
} from './form-reducer'
import type { PendingOrder } from './pending-order'
import {
  amountOf,
  type CheckoutState,
  type DialogContent,
  type IncompleteOrder,
  initialState,
  isAmountLocked,
  isPressed,
  nextOf,
  type OrderSubmitted,
  type OrderSummary,
  type PaymentError,
  type ShownTemple,
} from './state'
import type { CheckoutStore } from './store'

/** Everything that happens to the form and its payment. */
export type CheckoutEvent =
  | FormEvent
  | { type: 'temple-translated'; temple: ShownTemple }
  | { type: 'free-order-placed'; summary: OrderSummary; toast: OrderSubmitted }
  /** A paid order lacks a name or a purpose, and the visitor will write it. */
  | { type: 'details-wanted'; dialog: Exclude<DialogContent, { kind: 'payment-failed' }> }
  /** Its name and purpose are stored. */
  | {
      type: 'order-completed'
      order: IncompleteOrder
      summary: OrderSummary
      toast: OrderSubmitted
    }
  | { type: 'custom-amount-applied'; reading: AmountReading }
  | { type: 'intent-created'; uah: number; clientSecret: string }
  /** It could not be created, or its card form did not load. */
  | { type: 'intent-failed'; error: PaymentError }
  | { type: 'confirm-started'; order: PendingOrder }
  | { type: 'payment-unclear'; order: PendingOrder }
  | { type: 'payment-open'; order: PendingOrder; error?: PaymentError | undefined }
  | { type: 'payment-canceled'; resumed: boolean }
  | { type: 'payment-ended'; dialog?: DialogContent | undefined }
  | { type: 'payment-succeeded'; order: PendingOrder }
  | { type: 'paid-order-failed'; order: PendingOrder }
  /** `resumed`: paid by another page, or before a reload. */
  | {
      type: 'paid-order-placed'
      uah: number
      clientSecret: string
      summary: OrderSummary
      toast: OrderSubmitted
      resumed: boolean
    }
  | { type: 'pending-order-found'; order: PendingOrder; isExpired: boolean }
  | { type: 'dialog-closed' }
  | { type: 'toast-dismissed'; id: number }
  | { type: 'toast-removed'; id: number }

type FoundOrder = Extract<CheckoutEvent, { type: 'pending-order-found' }>

export function dispatch(store: CheckoutStore, event: CheckoutEvent): void {
  store.update(state => reduce(state, event))
}

/** Part of the late code: what the first script dispatches is in `reduceForm`. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { payment } = state
  switch (event.type) {
    case 'temple-translated':
      return { ...state, temple: event.temple }
    case 'free-order-placed': {
      const { summary, toast } = event
      return {
        ...emptyForm(state),
        // An order without a donation does not end a payment that may still succeed.
        ...(isPressed(payment) && { payment, choice: state.choice }),
        dialogs: withDialog(state, { kind: 'thanks', summary }),
        toast: nextToast(state, toast),
      }
    }
    case 'details-wanted': {
      const { uah, summary, clientSecret } = event.dialog
      if (uah === undefined || clientSecret === undefined) return state
      const { name = '', purpose = '', email } = summary ?? {}
      const isStored =
        summary !== undefined || !('missing' in event.dialog && event.dialog.missing === 'order')
      const emptied = emptyForm(state)
      return {
        ...emptied,
        // As the order has them: it would not be completed with more.
        fields: {
          ...emptied.fields,
          forWhom: cutText(name, textLimit),
          purpose: cutText(purpose, textLimit),
        },
        incomplete: { clientSecret, uah, email: email ?? '', isStored },
        dialogs: state.dialogs.slice(1),
        toast: state.toast,
      }
    }
    case 'order-completed': {
      const { order, summary, toast } = event
      return {
        ...emptyForm(state),
        dialogs: withDialog(state, {
          kind: 'thanks',
          uah: order.uah,
          summary,
          isTold: order.isStored,
        }),
        toast: nextToast(state, toast),
      }
    }
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
      // From the click on Pay the payment waits for its form.
      if (isPressed(payment)) return state
      return { ...state, payment: none, ...withFailure(state, event.error) }
    }
    case 'confirm-started':
      return {
        ...state,
        hasTyped: false,
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
        ...(error && withFailure(state, error)),
      })
    }
    case 'payment-canceled':
      return afterCancel(state, event.resumed)
    case 'payment-ended': {
      const { dialog } = event
      const ended = { ...withoutAmount(state), dialogs: withDialog(state, dialog) }
      // The text next to the form says that nothing was charged: only of a decline is that known.
      const isDeclined = dialog?.kind === 'payment-failed' && dialog.error.kind === 'declined'
      return isDeclined ? { ...ended, paymentError: dialog.error } : ended
    }
    case 'payment-succeeded': {
      const again = payment.kind === 'unsent'
      return { ...state, payment: { kind: 'sending', order: event.order, again } }
    }
    case 'paid-order-failed':
      return {
        ...state,
        payment: { kind: 'unsent', order: event.order },
        toast: nextToast(state, { kind: 'order-failed' }),
      }
    case 'paid-order-placed': {
      const { uah, summary, clientSecret, toast, resumed } = event
      // With a free order in the form, the payment gets the other dialog.
      const kind = resumed || !state.donationEnabled ? 'resumed' : 'thanks'
      const isOtherText = state.hasTyped || state.freeOrder === 'sending'
      return {
        ...(isOtherText ? withoutAmount(state) : emptyForm(state)),
        dialogs: withDialog(state, { kind, uah, summary, clientSecret }),
        toast: nextToast(state, toast),
      }
    }
    case 'pending-order-found':
      return restored(event, state)
    default:
      return reduceForm(state, event)
  }
}

function withAmountOf(order: PendingOrder, state: CheckoutState): CheckoutState {
  const choice = presetAmounts.find(preset => preset === order.uah) ?? 'custom'
  return { ...state, choice, customAmountError: undefined }
}

/** Starts the replacement; without one, the same payment again with an error dialog. */
function afterCancel(state: CheckoutState, resumed: boolean): CheckoutState {
  const isReplaced = nextOf(state.payment) !== undefined
  if (!state.donationEnabled || (resumed && !isReplaced)) return withoutAmount(state)
  const failed = { kind: 'payment-failed', error: { kind: 'not-started' } } as const
  const dialogs = isReplaced ? state.dialogs : withDialog(state, failed)
  const payment = newPayment(amountOf(state.payment))
  return { ...state, paymentError: undefined, payment, dialogs }
}

function emptyForm({ language, temple, cards, fields }: CheckoutState): CheckoutState {
  const initial = initialState(language, undefined, temple)
  const emptied = { ...initial.fields, number: fields.number + 1 }
  return { ...initial, cards, fields: emptied, donationEnabled: false }
}

/**
 * Restores the order of an earlier page, with its text and language unless it has expired or the
 * visitor has typed since.
 */
function restored({ order, isExpired }: FoundOrder, state: CheckoutState): CheckoutState {
  const checking = withAmountOf(order, {
    ...state,
    donationEnabled: state.donationEnabled || !state.hasTyped,
    payment: { kind: 'checking', order },
  })
  if (isExpired || state.hasTyped) return checking
  const { name: forWhom, purpose, email, language } = order.payload
  const number = state.fields.number + 1
  return { ...checking, language, fields: { number, forWhom, purpose, email: email ?? '' } }
}

function withFailure(state: CheckoutState, error: PaymentError) {
  return { paymentError: error, dialogs: withDialog(state, { kind: 'payment-failed', error }) }
}

/** Dialogs queue up; only a failure is replaced, since the next dialog may contradict it. */
function withDialog({ dialogs }: CheckoutState, next: DialogContent | undefined): DialogContent[] {
  if (!next) return dialogs
  const [shown, ...later] = dialogs
  return shown?.kind === 'payment-failed' ? [next, ...later] : [...dialogs, next]
}
