import type { Queryable } from './store'

/** Notes that a mail was dealt with. False: it was before, perhaps by another process. */
export async function insertReply(
  trx: Queryable,
  reply: { id: string; senderHash: string; now: number },
): Promise<boolean> {
  const { id, senderHash, now: createdAt } = reply
  const result = await trx
    .insertInto('answers')
    .values({ id, orderId: null, senderHash, outcome: 'begun', createdAt })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function finishReply(
  trx: Queryable,
  id: string,
  outcome: string,
  orderId: string | null,
): Promise<void> {
  await trx.updateTable('answers').set({ outcome, orderId }).where('id', '=', id).execute()
}

export async function wasReplyRead(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('answers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** How many refusals went out since then (ms), to one sender or to all. */
export async function countRefusals(
  db: Queryable,
  since: number,
  senderHash?: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('answers')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('outcome', 'like', 'refused:%')
    .where('createdAt', '>=', since)
    .$if(senderHash !== undefined, query => query.where('senderHash', '=', senderHash ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** The order whose notice one of these emails is, by their Message-IDs; null: none of them. */
export async function findNoticeCode(db: Queryable, messageIds: string[]): Promise<string | null> {
  if (messageIds.length === 0) return null
  const row = await db
    .selectFrom('letters')
    .innerJoin('orders', 'orders.id', 'letters.subjectId')
    .select('orders.code')
    .where('letters.kind', '=', 'temple-notice')
    .where('letters.messageId', 'in', messageIds)
    .executeTakeFirst()
  return row?.code ?? null
}
