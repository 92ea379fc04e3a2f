import { loadLateWithRetry } from '../load-late'
import { changeAmount } from './change-amount'
import { type AmountChoice, isPressed } from './state'
import type { CheckoutStore } from './store'

export function chooseAmount(store: CheckoutStore, choice: AmountChoice): void {
  const change = () => store.dispatch({ type: 'amount-chosen', choice })
  changeAmount(store, change, signal => {
    loadLateWithRetry().then(({ requestPayment }) => requestPayment(store, signal))
  })
}

/** Without a donation there is no amount and no intent, unless Pay was pressed on it. */
export function switchDonation(store: CheckoutStore, on: boolean, email?: string): void {
  if (!isPressed(store.getState().payment)) store.startPaymentTask()
  store.dispatch({ type: 'donation-switched', on, email })
}
