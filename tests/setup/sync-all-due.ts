import { cancelTestedIntents } from '../../src/server/orders/card-testing'
import { syncDuePayments } from '../../src/server/orders/sync-due-payments'
import type { Services } from '../../src/server/services'

/**
 * Syncs every payment that is due, and cancels what card testers hold, as the server's loops do. Resolves to
 * how many were synced.
 */
export async function syncAllDue(services: Services): Promise<number> {
  const captured = await syncDuePayments(services, 'captured')
  const unpaid = await syncDuePayments(services, 'unpaid')
  await cancelTestedIntents(services)
  return captured + unpaid
}
