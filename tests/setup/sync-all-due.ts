import { syncDuePayments } from '../../src/server/orders/sync-due-payments'
import type { Services } from '../../src/server/services'

/** Syncs every payment that is due, as the server's two loops do. Resolves to how many. */
export async function syncAllDue(services: Services): Promise<number> {
  return (await syncDuePayments(services, 'captured')) + (await syncDuePayments(services, 'unpaid'))
}
