import { readCustomAmount } from '../../shared/donation-amount'
import type { CheckoutEvent } from './reducer'
import { type AmountChoice, amountOf, isAmountLocked, isPressed } from './state'
import type { CheckoutStore } from './store'

/** A preset requests its intent immediately; a custom amount has to be typed first. */
export function chooseAmount(store: CheckoutStore, choice: AmountChoice): void {
  const state = store.getState()
  // A form that the server sent back has its choice, and no payment yet.
  const isChosen = choice === state.choice && (choice === 'custom' || state.payment.kind !== 'none')
  if (isAmountLocked(state) || isChosen) return
  changeAmount(store, { type: 'amount-chosen', choice })
}

/**
 * Applies the custom amount of the form; the same amount again changes nothing. Returns whether
 * the amount has changed.
 */
export function applyCustomAmount(store: CheckoutStore, form: HTMLFormElement): boolean {
  const state = store.getState()
  const field = form.elements.namedItem('customAmount')
  if (isAmountLocked(state) || !(field instanceof HTMLInputElement)) return false
  // A number field hides what it cannot read as a number: that is not an empty field.
  const reading = readCustomAmount(field.validity.badInput ? 'not a number' : field.value)
  const uah = reading.kind === 'amount' ? reading.uah : undefined
  if (uah !== undefined && uah === amountOf(state.payment)) return false
  changeAmount(store, { type: 'custom-amount-applied', reading })
  return true
}

/** Without a donation there is no amount and no intent, unless Pay was pressed on it. */
export function switchDonation(store: CheckoutStore, on: boolean, email?: string): void {
  if (!isPressed(store.getState().payment)) store.startPaymentTask()
  store.dispatch({ type: 'donation-switched', on, email })
}

function changeAmount(store: CheckoutStore, event: CheckoutEvent): void {
  const wasCanceling = store.getState().payment.kind === 'canceling'
  store.dispatch(event)
  const { payment } = store.getState()
  // The task that cancels the old payment reads the new amount at its end.
  if (wasCanceling) return
  const signal = store.startPaymentTask()
  if (payment.kind === 'creating') {
    import('./create-intent').then(
      ({ createIntent }) => createIntent(store, signal),
      () => {
        if (signal.aborted) return
        store.dispatch({ type: 'intent-failed', error: { kind: 'not-started' } })
      },
    )
  } else if (payment.kind === 'canceling') {
    import('./payment-outcome')
      .then(({ awaitOutcome }) =>
        awaitOutcome(store, payment.order, { signal, cancel: true, resumed: false }),
      )
      .catch(reportError)
  }
}
