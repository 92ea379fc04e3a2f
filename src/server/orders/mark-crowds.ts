import { dayMs } from '../../shared/durations'
import { findLastOrderTime } from '../db/orders'
import { inTransaction, maxSkewMs } from '../db/store'
import { markCrowds } from '../db/temple-list'
import type { TempleServices } from '../services'

/**
 * If a network sends more free orders in a day, one person is playing with the form rather than a village
 * ordering.
 */
const crowdSize = 80

/**
 * Moves the free orders of a network that sends too many to the end of the temple's list, where
 * they hide nobody else's. A loop does so a few seconds after an order is stored, so no visitor waits for
 * the count and it locks nothing. Without new orders it reads one row.
 */
export function createCrowdMarker({ store, now }: Pick<TempleServices, 'store' | 'now'>) {
  let lastOrderAt: number | null = null
  return async (): Promise<void> => {
    const newest = await findLastOrderTime(store.db)
    if (newest === lastOrderAt) return
    const since = now() - dayMs - maxSkewMs
    await inTransaction(store, trx => markCrowds(trx, { since, size: crowdSize }))
    lastOrderAt = newest
  }
}
