import { sql } from 'kysely'
import type { Queryable } from './store'

/**
 * Adds what was taken from buckets since `since`, as the time in ms that it takes to refill. Returns when
 * each bucket is full again, with what other processes have taken.
 */
export async function addToBuckets(
  db: Queryable,
  taken: { key: string; takenMs: number }[],
  since: number,
): Promise<{ key: string; fullAt: number }[]> {
  return db
    .insertInto('buckets')
    .values(taken.map(({ key, takenMs }) => ({ key, fullAt: since + takenMs })))
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        fullAt: sql`
          case when buckets.full_at > ${since} then buckets.full_at else ${since} end
            + excluded.full_at - ${since}`,
      }),
    )
    .returning(['key', 'fullAt'])
    .execute()
}

export async function deleteFullBuckets(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('buckets').where('fullAt', '<', now).execute()
}
