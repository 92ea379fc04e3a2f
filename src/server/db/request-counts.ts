import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Store } from './store'

interface Count {
  points: number
  /** When its window ends, ms. */
  expire: number
  /** Counted here, and not in the database yet. */
  unshared: number
}

const maxKnown = 10_000
const maxPerStatement = 500

/**
 * Rate limit counts of several processes. Each counts in its memory, where no request waits for the
 * commit of another, and adds what it counted to the database when `share` is called: so long it does
 * not know of the others' requests.
 */
export function createSharedCounts({ db }: Pick<Store, 'db'>) {
  const counts = new Map<string, Count>()

  function add(key: string, windowMs: number) {
    const now = Date.now()
    const known = counts.get(key)
    const count = known && known.expire > now ? known : startWindow(key, now + windowMs)
    count.points += 1
    count.unshared += 1
    return { current: count.points, ttl: count.expire - now }
  }

  function startWindow(key: string, expire: number): Count {
    if (counts.size > maxKnown)
      for (const [other, { unshared }] of counts) if (unshared === 0) counts.delete(other)
    const count = { points: 0, expire, unshared: 0 }
    counts.set(key, count)
    return count
  }

  class SharedCounts implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, windowMs) =>
      callback(null, add(key, windowMs))
    child() {
      return new SharedCounts()
    }
  }

  return {
    SharedCounts: SharedCounts satisfies FastifyRateLimitStoreCtor,
    /** Adds what was counted since the last time, and learns what others have added. */
    async share(): Promise<void> {
      // In one order in all processes: two that lock the same rows in another would block each other.
      const unshared = [...counts].filter(([, { unshared }]) => unshared > 0).sort()
      for (let start = 0; start < unshared.length; start += maxPerStatement)
        await shareSome(unshared.slice(start, start + maxPerStatement))
    },
  }

  async function shareSome(some: [key: string, Count][]): Promise<void> {
    const rows = some.map(([key, { unshared, expire }]) => ({ key, points: unshared, expire }))
    const isOver = sql<boolean>`request_counts.expire <= ${Date.now()}`
    const totals = await db
      .insertInto('requestCounts')
      .values(rows)
      .onConflict(conflict =>
        conflict.column('key').doUpdateSet({
          points: sql`case when ${isOver} then 0 else request_counts.points end + excluded.points`,
          expire: sql`case when ${isOver} then excluded.expire else request_counts.expire end`,
        }),
      )
      .returning(['key', 'points', 'expire'])
      .execute()
    const total = new Map(totals.map(row => [row.key, row]))
    some.forEach(([key, count], index) => {
      const { points, expire } = total.get(key) ?? count
      count.unshared -= rows[index]?.points ?? 0
      Object.assign(count, { points: points + count.unshared, expire })
    })
  }
}

export async function deleteExpiredCounts({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db.deleteFrom('requestCounts').where('expire', '<', now).execute()
}
