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
      photos: v.number(),
      readers: v.number(),
      withoutAddress: v.number(),
      reportAt: v.number(),
    }),
    v.object({ kind: v.literal('undone'), codes, corrected: v.number() }),
  ]),
)

export async function insertPress(
  db: Queryable,
  { changes, ...press }: { id: string; notice: string; at: number; changes: PressChanges },
): Promise<void> {
  const result = JSON.stringify(changes)
  await db
    .insertInto('presses')
    .values({ ...press, result })
    .execute()
}

/** What a press of this notice's page did; null: it is another's, or unknown. */
export async function findPress(
  db: Queryable,
  id: string,
  notice: string,
): Promise<PressChanges | null> {
  const row = await selectPresses(db, notice).where('id', '=', id).executeTakeFirst()
  return row ? parseChanges(row.result) : null
}

export async function findLatestPress(
  db: Queryable,
  notice: string,
): Promise<{ id: string; changes: PressChanges | null } | undefined> {
  const row = await selectPresses(db, notice)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, changes: parseChanges(row.result) }
}

function selectPresses(db: Queryable, notice: string) {
  return db.selectFrom('presses').select(['id', 'result']).where('notice', '=', notice)
}

/** null: written by another version. */
function parseChanges(json: string): PressChanges | null {
  const read = v.safeParse(ChangesSchema, json)
  return read.success ? read.output : null
}

/** When the temple last pressed anything, ms; null: never, or long ago. */
export async function findLastPressTime(db: Queryable): Promise<number | null> {
  const row = await db
    .selectFrom('presses')
    .select(eb => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Since then (ms). */
export async function countPresses(db: Queryable, notice: string, since: number): Promise<number> {
  return countRows(db.selectFrom('presses').where('notice', '=', notice).where('at', '>=', since))
}

/** `before` in ms. */
export async function deletePresses(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('presses').where('at', '<', before).execute()
}
