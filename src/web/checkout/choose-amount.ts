import { loadCheckoutWithRetry } from '../load-checkout'
import { type AmountChoice, isPayClicked } from './state'
import type { CheckoutStore } from './store'

export function chooseAmount(store: CheckoutStore, choice: AmountChoice): void {
  const before = store.getState()
  store.dispatch({ type: 'amount-chosen', choice })
  if (store.getState() === before) return
  const signal = store.startPaymentTask()
  loadCheckoutWithRetry().then(({ requestPayment }) => requestPayment(store, signal))
}

/**
 * Switches the donation. Without one the amount and intent are dropped, unless Pay was clicked on the
 * intent.
 */
export function switchDonation(store: CheckoutStore, on: boolean, email?: string): void {
  if (!isPayClicked(store.getState().payment)) store.startPaymentTask()
  store.dispatch({ type: 'donation-switched', on, email })
}
