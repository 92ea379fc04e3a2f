import type { Queryable } from './store'

/** Notes that a mail was dealt with. False: it was before, perhaps by another process. */
export async function insertAnswer(
  trx: Queryable,
  answer: { id: string; senderHash: string; now: number },
): Promise<boolean> {
  const result = await trx
    .insertInto('answers')
    .values({
      id: answer.id,
      order_id: null,
      sender_hash: answer.senderHash,
      outcome: 'begun',
      created_at: answer.now,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function finishAnswer(
  trx: Queryable,
  id: string,
  outcome: string,
  orderId: string | null,
): Promise<void> {
  await trx
    .updateTable('answers')
    .set({ outcome, order_id: orderId })
    .where('id', '=', id)
    .execute()
}

export async function wasAnswered(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('answers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** How many refusals went out since then (ms), to one sender or to all. */
export async function countRefusals(
  db: Queryable,
  since: number,
  senderHash?: string,
): Promise<number> {
  const row = await db
    .selectFrom('answers')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('outcome', 'like', 'refused:%')
    .where('created_at', '>=', since)
    .$if(senderHash !== undefined, query => query.where('sender_hash', '=', senderHash ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
