import type { CheckoutStore } from './store'

/**
 * Changes the amount and returns whether it is another one. `request` then asks for its payment, or has
 * the earlier one canceled. This has a file of its own because the checkout module uses it, and
 * `chooseAmount` loads that module.
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
