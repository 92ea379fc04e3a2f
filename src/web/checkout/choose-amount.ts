import { loadWithRetry } from '../timing'
import type { CheckoutEvent } from './reducer'
import { type AmountChoice, isPressed } from './state'
import type { CheckoutStore } from './store'

export function chooseAmount(store: CheckoutStore, choice: AmountChoice): void {
  changeAmount(store, { type: 'amount-chosen', choice })
}

/** Without a donation there is no amount and no intent, unless Pay was pressed on it. */
export function switchDonation(store: CheckoutStore, on: boolean, email?: string): void {
  if (!isPressed(store.getState().payment)) store.startPaymentTask()
  store.dispatch({ type: 'donation-switched', on, email })
}

/** Whether the amount has changed. */
export function changeAmount(store: CheckoutStore, event: CheckoutEvent): boolean {
  const before = store.getState()
  store.dispatch(event)
  const after = store.getState()
  if (after === before) return false
  // The task that cancels the old payment reads the new amount at its end.
  if (before.payment.kind !== 'canceling') startPayment(store)
  return true
}

function startPayment(store: CheckoutStore): void {
  const signal = store.startPaymentTask()
  if (store.getState().payment.kind === 'none') return
  loadWithRetry(() => import('./request-payment')).then(({ requestPayment }) =>
    requestPayment(store, signal),
  )
}
