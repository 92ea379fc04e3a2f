import { loadCheckoutWithRetry } from '../load-checkout'
import { changeAmount } from './change-amount'
import { type AmountChoice, isPayClicked } from './state'
import type { CheckoutStore } from './store'

export function chooseAmount(store: CheckoutStore, choice: AmountChoice): void {
  const change = () => store.dispatch({ type: 'amount-chosen', choice })
  changeAmount(store, change, signal => {
    loadCheckoutWithRetry().then(({ requestPayment }) => requestPayment(store, signal))
  })
}

/**
 * Switches the donation. Without one the amount and intent are dropped, unless Pay was clicked on the
 * intent.
 */
export function switchDonation(store: CheckoutStore, on: boolean, email?: string): void {
  if (!isPayClicked(store.getState().payment)) store.startPaymentTask()
  store.dispatch({ type: 'donation-switched', on, email })
}
