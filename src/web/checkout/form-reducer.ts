import type { FormErrors } from '../../shared/form-state'
import type { Language } from '../../shared/language'
import {
  type AmountChoice,
  type CardPayments,
  type CheckoutState,
  isAmountLocked,
  isFrozen,
  isPayClicked,
  type OrderFailed,
  type Payment,
  type Toast,
  type ToastContent,
} from './state'

/** These events of the form can happen before the checkout module has come. */
export type FormEvent =
  | { type: 'language-changed'; language: Language }
  | { type: 'cards-changed'; cards: CardPayments }
  | { type: 'donation-switched'; on: boolean; email?: string | undefined }
  /** The text has `excess` characters too many. */
  | { type: 'field-edited'; field: keyof FormErrors; excess?: number }
  | { type: 'form-validated'; errors: FormErrors }
  | { type: 'free-order-started' }
  | { type: 'free-order-failed'; failure: OrderFailed }
  | { type: 'amount-chosen'; choice: AmountChoice }
  /** An earlier page left a payment that is not read yet. */
  | { type: 'payment-expected' }

export const none: Payment = { kind: 'none' }

/** Applies an event of the form. Frozen and locked states ignore it. */
export function reduceForm(state: CheckoutState, event: FormEvent): CheckoutState {
  switch (event.type) {
    case 'language-changed':
      return { ...state, language: event.language }
    case 'cards-changed':
      return { ...state, cards: event.cards }
    case 'donation-switched': {
      if (isFrozen(state) || (isAmountLocked(state) && !event.on)) return state
      const kept = isPayClicked(state.payment) ? state : withoutAmount(state)
      const cleared = { errors: {}, freeOrder: 'editing', paymentError: undefined } as const
      // The email's field goes with the donation and comes back with it.
      const { on, email = state.fields.email } = event
      const fields = on ? state.fields : { ...state.fields, email }
      return { ...kept, ...cleared, fields, donationEnabled: on }
    }
    case 'field-edited': {
      // Most keys change no error, and must not render the page again.
      const { field, excess } = event
      if (state.hasTyped && (state.errors[field] ?? 0) === (excess ?? 0)) return state
      const { [field]: _mended, ...others } = state.errors
      const errors = excess ? { ...others, [field]: excess } : others
      return { ...state, hasTyped: true, errors }
    }
    case 'form-validated':
      return { ...state, errors: event.errors, freeOrder: 'editing' }
    case 'free-order-started':
      return { ...state, errors: {}, freeOrder: 'sending' }
    case 'free-order-failed':
      return {
        ...state,
        freeOrder: event.failure,
        toast: nextToast(state, event.failure),
      }
    case 'amount-chosen': {
      const { choice } = event
      const { payment } = state
      // After a failure, or in a form that the server sent back, there is no payment, so this is a new
      // attempt.
      const isChosen = choice === state.choice && (choice === 'custom' || payment.kind !== 'none')
      if (isAmountLocked(state) || isChosen) return state
      const uah = typeof choice === 'number' ? choice : undefined
      return { ...withoutAmount(state), choice, payment: replacePayment(payment, uah) }
    }
    case 'payment-expected':
      return { ...withoutAmount(state), payment: { kind: 'checking' } }
  }
}

export function withoutAmount(state: CheckoutState): CheckoutState {
  const nothing = { customAmountError: undefined, paymentError: undefined, payment: none }
  return { ...state, ...nothing, choice: 'none' }
}

/**
 * Replaces the payment by one of another amount. Before Pay it is dropped, after Pay it must first be
 * canceled.
 */
export function replacePayment(payment: Payment, uah: number | undefined): Payment {
  if (payment.kind !== 'open') return newPayment(uah)
  return { kind: 'checking', donation: payment.donation, next: { uah } }
}

export function newPayment(uah: number | undefined): Payment {
  return uah === undefined ? none : { kind: 'creating', uah }
}

export function nextToast({ toast }: CheckoutState, content: ToastContent): Toast {
  return { id: (toast?.id ?? 0) + 1, content, open: true }
}
