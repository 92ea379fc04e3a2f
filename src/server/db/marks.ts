import type { Queryable } from './store'

export type MarkName =
  | 'last-webhook'
  | 'bad-signatures'
  | 'reconciled-until'
  | 'first-start'
  | 'attack-until'
  | `mailbox:${string}`

/** A number that all processes share: a time in ms, or a count. */
export async function readMark(db: Queryable, name: MarkName): Promise<number | null> {
  const row = await db
    .selectFrom('marks')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Marks only move forward. */
export async function raiseMark(db: Queryable, name: MarkName, value: number): Promise<void> {
  await db
    .insertInto('marks')
    .values({ name, value })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value }).where('marks.value', '<', value),
    )
    .execute()
}

export async function countMark(db: Queryable, name: MarkName): Promise<void> {
  await db
    .insertInto('marks')
    .values({ name, value: 1 })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(eb => ({ value: eb('marks.value', '+', 1) })),
    )
    .execute()
}
