import { sql } from 'kysely'
import type { Queryable } from './store'

/** What was taken from a bucket refills in `takenMs`. Resolves to when each is full, with what others took. */
export async function addToSharedBuckets(
  db: Queryable,
  taken: { key: string; takenMs: number }[],
  now: number,
): Promise<{ key: string; fullAt: number }[]> {
  return db
    .insertInto('buckets')
    .values(taken.map(({ key, takenMs }) => ({ key, fullAt: now + takenMs })))
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        fullAt: sql`
          case when buckets.full_at > ${now} then buckets.full_at else ${now} end
            + excluded.full_at - ${now}`,
      }),
    )
    .returning(['key', 'fullAt'])
    .execute()
}

export async function deleteFullBuckets(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('buckets').where('fullAt', '<', now).execute()
}
