import { type CustomAmount, readCustomAmount } from '../../shared/custom-amount'
import { changeAmount } from './choose-amount'
import type { CheckoutStore } from './store'

/** Whether the amount has changed. */
export function applyCustomAmount(store: CheckoutStore, form: HTMLFormElement): boolean {
  const field = form.elements.namedItem('customAmount')
  if (!(field instanceof HTMLInputElement)) return false
  // A number field hides what it cannot read as a number: that is not an empty field.
  const reading = readCustomAmount(field.validity.badInput ? 'not a number' : field.value)
  return applyAmount(store, reading)
}

/** Whether the amount has changed. */
export function applyAmount(store: CheckoutStore, reading: CustomAmount): boolean {
  return changeAmount(store, { type: 'custom-amount-applied', reading })
}
