import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Store } from './store'

/** Rate limit counts in the database, for several processes. */
export function createSharedCounts({ db }: Store): FastifyRateLimitStoreCtor {
  async function count(key: string, windowMs: number) {
    const now = Date.now()
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
    return { current: points, ttl: Math.max(expire - now, 1) }
  }

  return class SharedCounts implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, windowMs) => {
      count(key, windowMs).then(answer => callback(null, answer), callback)
    }
    child() {
      return new SharedCounts()
    }
  }
}

export async function deleteExpiredCounts({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  await db.deleteFrom('requestCounts').where('expire', '<', now).execute()
}
