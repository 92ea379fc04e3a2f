import { type AmountReading, parseCustomAmount } from '../../shared/custom-amount'
import { changeAmount } from './change-amount'
import { createIntent } from './create-intent'
import { cancelPayment } from './payment-outcome'
import { dispatch } from './reducer'
import type { CheckoutStore } from './store'

/** Whether the amount has changed. */
export function applyCustomAmount(store: CheckoutStore, form: HTMLFormElement): boolean {
  const field = form.elements.namedItem('customAmount')
  if (!(field instanceof HTMLInputElement)) return false
  // A number field hides what it cannot read as a number: that is not an empty field.
  const reading = parseCustomAmount(field.validity.badInput ? 'not a number' : field.value)
  return applyAmount(store, reading)
}

/** Whether the amount has changed. */
export function applyAmount(store: CheckoutStore, reading: AmountReading): boolean {
  const change = () => dispatch(store, { type: 'custom-amount-applied', reading })
  return changeAmount(store, change, signal => requestPayment(store, signal))
}

/** An intent for the amount that was chosen. A payment on which Pay was pressed is canceled first. */
export async function requestPayment(store: CheckoutStore, signal: AbortSignal): Promise<void> {
  const { payment } = store.getState()
  if (payment.kind === 'checking' && payment.donation) await cancelPayment(store, payment.donation)
  else await createIntent(store, signal)
}
