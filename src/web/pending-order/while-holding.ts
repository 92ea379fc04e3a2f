import { paymentIntentIdOf } from '../../contract/payment-intent'
import type { OrderInHand } from '../desk/order-in-hand'

/**
 * Runs the work if no other tab or frame of this page is busy with the same payment.
 * Where locks do not exist it simply runs: the server keeps one order per payment anyway.
 */
export async function whileHolding(order: OrderInHand, work: () => Promise<void>): Promise<void> {
  const name = `svichka.${paymentIntentIdOf(order.clientSecret)}`
  const locks = await usableLocks()
  if (!locks) return work()
  await locks.request(name, { ifAvailable: true }, async lock => {
    if (lock) await work()
  })
}

// In a frame without storage the locks exist but every use of them is refused.
async function usableLocks(): Promise<LockManager | undefined> {
  try {
    await navigator.locks.query()
    return navigator.locks
  } catch {
    return undefined
  }
}
