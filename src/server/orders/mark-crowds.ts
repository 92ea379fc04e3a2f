import { dayMs } from '../../shared/durations'
import { findLastOrderTime } from '../db/orders'
import { inTransaction, maxSkewMs } from '../db/store'
import { markCrowds } from '../db/temple-list'
import type { TempleServices } from '../services'

/** Free orders of one network in a day: above it they are more likely one person's play than a village. */
const crowdSize = 80

/**
 * Puts what one network sends by the hundred at the end of the temple's list, so that it hides nobody
 * else's order. Decided a moment later, not when an order is stored: nobody waits for it, and the count
 * locks nothing. Without new orders a turn reads one row.
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
