import { paymentIntentIdOf } from '../../shared/payment-intent'
import type { PendingOrder } from './pending-order'
import { pendingPrefix } from './pending-storage'

const claimed = new Set<string>()

/** Without locks, how long a payment counts as another tab's after the click on Pay, in ms. */
const claimWithoutLocks = 10 * 60_000

/** Marks a payment as this tab's, until the tab is closed: no other one cancels it by itself. */
export function claimPayment({ clientSecret }: PendingOrder): void {
  const name = pendingPrefix + paymentIntentIdOf(clientSecret)
  if (claimed.has(name)) return
  claimed.add(name)
  const untilClosed = () => new Promise(() => undefined)
  // Missing on plain HTTP, and denied in some frames.
  globalThis.navigator?.locks?.request(name, untilClosed).catch(() => undefined)
}

/** Whether another tab may be working on this payment. */
export async function isClaimedElsewhere({ clientSecret, payload }: PendingOrder) {
  const name = pendingPrefix + paymentIntentIdOf(clientSecret)
  if (claimed.has(name)) return false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, lock => lock === null)
  } catch {
    return Math.abs(Date.now() - payload.pressedAt) < claimWithoutLocks
  }
}
