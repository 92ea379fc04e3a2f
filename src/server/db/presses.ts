import * as v from 'valibot'
import type { PressChanges } from '../../shared/temple-page'
import { countRows, type Queryable } from './store'

const codes = v.array(v.string())

const ChangesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('kind', [
    v.object({
      kind: v.literal('lit'),
      codes,
      photoAdded: codes,
      earlier: v.array(v.object({ code: v.string(), at: v.number(), hasPhoto: v.boolean() })),
      photos: v.number(),
      readers: v.number(),
      reportAt: v.number(),
    }),
    v.object({ kind: v.literal('undone'), codes, corrected: v.number(), uncorrected: codes }),
  ]),
)

export interface StoredPress {
  /** The key of its form. The same one comes again if an answer was lost. */
  id: string
  at: number
  changes: PressChanges
}

/** Resolves to false if another press has this id. */
export async function insertPress(
  db: Queryable,
  { changes, ...press }: StoredPress,
): Promise<boolean> {
  const result = JSON.stringify(changes)
  const inserted = await db
    .insertInto('presses')
    .values({ ...press, result })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

/** Returns undefined if the press is unknown or another version wrote it. */
export async function findPress(db: Queryable, id: string): Promise<StoredPress | undefined> {
  const row = await db
    .selectFrom('presses')
    .select(['at', 'result'])
    .where('id', '=', id)
    .executeTakeFirst()
  const read = v.safeParse(ChangesSchema, row?.result)
  return row && read.success ? { id, at: row.at, changes: read.output } : undefined
}

/** Returns when the temple last pressed a button, ms, or null if it never did or long ago. */
export async function findLastPressTime(db: Queryable): Promise<number | null> {
  const row = await db
    .selectFrom('presses')
    .select(eb => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

export async function countPresses(db: Queryable, since: number): Promise<number> {
  return countRows(db.selectFrom('presses').where('at', '>=', since))
}

export async function deletePresses(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('presses').where('at', '<', before).execute()
}
