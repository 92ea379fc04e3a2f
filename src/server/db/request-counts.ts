import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Store } from './store'

/** Keys over their limit are cached: rejecting them costs no query. */
const maxBlocked = 5_000

/** Rate limit counts in the database, for several processes. */
export function createSharedCounts({ db }: Store): FastifyRateLimitStoreCtor {
  const blockedUntil = new Map<string, number>()

  async function count(key: string, windowMs: number, max: number) {
    const now = Date.now()
    const until = blockedUntil.get(key) ?? 0
    if (until > now) return { current: max + 1, ttl: until - now }
    const isOver = sql<boolean>`request_counts.expire <= ${now}`
    const { points, expire } = await db
      .insertInto('requestCounts')
      .values({ key, points: 1, expire: now + windowMs })
      .onConflict(conflict =>
        conflict.column('key').doUpdateSet({
          points: sql`case when ${isOver} then 1 else request_counts.points + 1 end`,
          expire: sql`case when ${isOver} then ${now + windowMs} else request_counts.expire end`,
        }),
      )
      .returning(['points', 'expire'])
      .executeTakeFirstOrThrow()
    if (points > max) {
      const [oldest = ''] = blockedUntil.keys()
      if (blockedUntil.size >= maxBlocked) blockedUntil.delete(oldest)
      blockedUntil.set(key, expire)
    }
    return { current: points, ttl: Math.max(expire - now, 1) }
  }

  return class SharedCounts implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, windowMs, max) => {
      count(key, windowMs, max).then(answer => callback(null, answer), callback)
    }
    child() {
      return new SharedCounts()
    }
  }
}

export async function deleteExpiredCounts({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db.deleteFrom('requestCounts').where('expire', '<', now).execute()
}
