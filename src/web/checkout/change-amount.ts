import type { CheckoutStore } from './store'

/**
 * Whether the amount has changed. `request` then asks for its payment, or for the end of the one before.
 * In a file of its own because the late code uses it: `chooseAmount` loads that code.
 */
export function changeAmount(
  store: CheckoutStore,
  change: () => void,
  request: (signal: AbortSignal) => void,
): boolean {
  const before = store.getState()
  change()
  const after = store.getState()
  if (after === before) return false
  const signal = store.startPaymentTask()
  if (after.payment.kind !== 'none') request(signal)
  return true
}
