import { createIntent } from './create-intent'
import { type AmountReading, parseCustomAmount } from './parse-custom-amount'
import { cancelPayment } from './payment-outcome'
import { dispatch } from './reducer'
import type { CheckoutStore } from './store'

/** Returns whether the amount has changed. */
export function applyCustomAmount(store: CheckoutStore, form: HTMLFormElement): boolean {
  const field = form.elements.namedItem('customAmount')
  if (!(field instanceof HTMLInputElement)) return false
  // A number field looks empty if it holds text that is no number.
  const reading = parseCustomAmount(field.validity.badInput ? 'not a number' : field.value)
  return applyAmount(store, reading)
}

/** Returns whether the amount has changed. */
export function applyAmount(store: CheckoutStore, reading: AmountReading): boolean {
  const before = store.getState()
  dispatch(store, { type: 'custom-amount-applied', reading })
  if (store.getState() === before) return false
  requestPayment(store, store.startPaymentTask())
  return true
}

/**
 * Requests an intent for the chosen amount, if there is one. A payment on which Pay was clicked is canceled
 * first.
 */
export async function requestPayment(store: CheckoutStore, signal: AbortSignal): Promise<void> {
  const { payment } = store.getState()
  if (payment.kind === 'checking' && payment.donation) await cancelPayment(store, payment.donation)
  else await createIntent(store, signal)
}
