import pMap from 'p-map'
import { type DueKind, leaseDueDonations } from '../db/donations'
import { StoreBusyError } from '../db/failures'
import type { Services } from '../services'
import { syncPayment } from './sync-payment'

const batch = 20
const concurrency = 5
/** A stopping server waits for the run to end. */
const batchesPerRun = 10
const leaseMs = 60_000

/**
 * Syncs what is due of a kind, batch by batch, so that a backlog does not wait for the next tick. Each
 * kind has a loop of its own: strangers can hold up the checks of unpaid payments.
 */
export async function syncDuePayments(services: Services, kind: DueKind): Promise<number> {
  let synced = 0
  for (let run = 0; run < batchesPerRun; run += 1) {
    const found = await syncBatch(services, kind)
    synced += found
    if (found < batch) break
  }
  return synced
}

async function syncBatch(services: Services, kind: DueKind): Promise<number> {
  const now = services.now()
  const lease = { kind, now, until: now + leaseMs, limit: batch }
  const leased = await leaseDueDonations(services.store.db, lease)
  await pMap(leased, id => sync(services, id), { concurrency })
  return leased.length
}

/** This one is due after its lease, and the others go on. The metrics count what waited for too long. */
async function sync(services: Services, id: string): Promise<void> {
  try {
    await syncPayment(services, id, { kind: 'check' })
  } catch (error) {
    if (error instanceof StoreBusyError) return
    services.log.error({ err: error }, 'a payment could not be synced')
  }
}
