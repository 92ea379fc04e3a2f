import pMap from 'p-map'
import { type DueKind, leaseDueDonations } from '../db/donations'
import { StoreBusyError } from '../db/failures'
import type { Services } from '../services'
import { syncPayment } from './sync-payment'

const batch = 20
const concurrency = 5
/** A run is short, because a stopping server waits for its end. */
const batchesPerRun = 10
const leaseMs = 60_000

/**
 * Syncs the due payments of a kind, batch by batch, so that a backlog does not wait for the next tick.
 * Strangers can hold up the checks of unpaid payments, so captured ones have a loop of their own.
 */
export async function syncDuePayments(services: Services, kind: DueKind): Promise<number> {
  let synced = 0
  for (let turn = 0; turn < batchesPerRun; turn += 1) {
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

/** Syncs one payment. After a failure it is due again when its lease ends, and the others go on. */
async function sync(services: Services, id: string): Promise<void> {
  try {
    await syncPayment(services, id, { kind: 'check' })
  } catch (error) {
    if (error instanceof StoreBusyError) return
    services.log.error({ err: error }, 'a payment could not be synced')
  }
}
