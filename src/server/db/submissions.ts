import * as v from 'valibot'
import type { SubmissionChanges } from '../../shared/temple-page'
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

export interface StoredSubmission {
  /** The key of its form. The same one comes again if an answer was lost. */
  id: string
  at: number
  changes: SubmissionChanges
}

/** Resolves to false if another submission has this id. */
export async function insertSubmission(
  db: Queryable,
  { changes, ...submission }: StoredSubmission,
): Promise<boolean> {
  const result = JSON.stringify(changes)
  const inserted = await db
    .insertInto('submissions')
    .values({ ...submission, result })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

/** Returns undefined if the submission is unknown or another version wrote it. */
export async function findSubmission(
  db: Queryable,
  id: string,
): Promise<StoredSubmission | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select(['at', 'result'])
    .where('id', '=', id)
    .executeTakeFirst()
  const read = v.safeParse(ChangesSchema, row?.result)
  return row && read.success ? { id, at: row.at, changes: read.output } : undefined
}

/** Returns when the temple last submitted its page, ms, or null if it never did or long ago. */
export async function findLastSubmissionTime(db: Queryable): Promise<number | null> {
  const row = await db
    .selectFrom('submissions')
    .select(eb => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

export async function countSubmissions(db: Queryable, since: number): Promise<number> {
  return countRows(db.selectFrom('submissions').where('at', '>=', since))
}

export async function deleteSubmissions(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('submissions').where('at', '<', before).execute()
}
