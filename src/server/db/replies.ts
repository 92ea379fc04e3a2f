import type { ReplyRow } from './schema'
import { countRows, type Queryable } from './store'

export interface ReplyTarget {
  kind: 'order' | 'digest'
  code: string
}

/** Records an attempt. Resolves to the number of attempts; null: the reply has an outcome. */
export async function beginReply(
  db: Queryable,
  reply: Pick<ReplyRow, 'id' | 'notice'>,
  now: number,
): Promise<number | null> {
  const row = await db
    .insertInto('replies')
    .values({ ...reply, outcome: 'begun', attempts: 1, createdAt: now })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(eb => ({ attempts: eb('replies.attempts', '+', 1) }))
        .where('replies.outcome', '=', 'begun'),
    )
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}

/** Stores the outcome of a begun reply. False: it has one already. */
export async function finishReply(trx: Queryable, id: string, outcome: string): Promise<boolean> {
  const result = await trx
    .updateTable('replies')
    .set({ outcome })
    .where('id', '=', id)
    .where('outcome', '=', 'begun')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Questions we sent since then (ms) about a notice; null: about none. */
export async function countQuestions(
  db: Queryable,
  since: number,
  notice: string | null,
): Promise<number> {
  return countRows(
    db
      .selectFrom('replies')
      .where('outcome', '=', 'asked')
      .where('createdAt', '>=', since)
      .where('notice', notice === null ? 'is' : '=', notice),
  )
}

/** The target of the notice with one of these Message-IDs; null: none is a notice. */
export async function findAnswered(
  db: Queryable,
  messageIds: string[],
): Promise<ReplyTarget | null> {
  if (messageIds.length === 0) return null
  const row = await db
    .selectFrom('emails')
    .leftJoin('orders', 'orders.id', 'emails.subjectId')
    .select(['emails.subjectId', 'orders.code'])
    .where('emails.kind', 'in', ['temple-notice', 'temple-digest'])
    .where('emails.messageId', 'in', messageIds)
    .executeTakeFirst()
  if (!row) return null
  return row.code === null
    ? { kind: 'digest', code: row.subjectId }
    : { kind: 'order', code: row.code }
}
