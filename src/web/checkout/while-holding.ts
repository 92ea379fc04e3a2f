import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { OrderInHand } from './order-in-hand'

type Work = () => Promise<void>

/** Runs the work, and lets the other tabs and frames of this page know of it where it can. */
export function whileHolding(order: OrderInHand, work: Work): Promise<void> {
  return underLock(order, work, work)
}

/** Runs the work only if no other tab or frame of this page is busy with the same payment. */
export function unlessHeld(order: OrderInHand, work: Work): Promise<void> {
  return underLock(order, work, async () => undefined)
}

async function underLock(order: OrderInHand, work: Work, whenHeld: Work): Promise<void> {
  const locks = await usableLocks()
  // Without locks two tabs may do the same; the server keeps one order per payment anyway.
  if (!locks) return work()
  const name = `svichka.${paymentIntentIdOf(order.clientSecret)}`
  await locks.request(name, { ifAvailable: true }, lock => (lock ? work() : whenHeld()))
}

// In a frame without storage the locks exist but every use of them is refused; outside a secure
// context they do not exist at all.
async function usableLocks(): Promise<LockManager | undefined> {
  try {
    await navigator.locks.query()
    return navigator.locks
  } catch {
    return undefined
  }
}
