import { countRows, type Queryable } from './store'

export async function insertPress(
  db: Queryable,
  press: { id: string; notice: string; at: number; result: string },
): Promise<void> {
  await db.insertInto('presses').values(press).execute()
}

/** What a press of this notice's page did, as JSON; null: it is another's, or unknown. */
export async function findPress(db: Queryable, id: string, notice: string): Promise<string | null> {
  const row = await db
    .selectFrom('presses')
    .select('result')
    .where('id', '=', id)
    .where('notice', '=', notice)
    .executeTakeFirst()
  return row?.result ?? null
}

export async function findLatestPress(
  db: Queryable,
  notice: string,
): Promise<{ id: string; result: string } | undefined> {
  return db
    .selectFrom('presses')
    .select(['id', 'result'])
    .where('notice', '=', notice)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
