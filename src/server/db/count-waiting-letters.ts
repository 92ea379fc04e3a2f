import type { Queryable } from './store'

/** How many letters have waited since before then (ms). */
export async function countWaitingLetters(db: Queryable, createdBefore: number): Promise<number> {
  const row = await db
    .selectFrom('letters')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('created_at', '<=', createdBefore)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
