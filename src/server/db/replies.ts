import type { ReplyRow } from './schema'
import { countRows, type Queryable } from './store'

export interface ReplyTarget {
  kind: 'order' | 'digest'
  code: string
}

/** After this time (ms) a reply that was begun counts as failed: its process crashed. */
const deadAfterMs = 10 * 60_000
const maxAttempts = 2

/** `taken`: handled before; `busy`: another process has it; `spent`: it failed too often. */
export async function beginReply(
  db: Queryable,
  reply: Pick<ReplyRow, 'id' | 'senderHash' | 'notice'>,
  now: number,
): Promise<'begun' | 'taken' | 'busy' | 'spent'> {
  const note = { attempts: 1, begunAt: now, createdAt: now, outcome: 'begun' }
  const first = await db
    .insertInto('replies')
    .values({ ...reply, ...note })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return 'begun'
  const row = await db
    .selectFrom('replies')
    .selectAll()
    .where('id', '=', reply.id)
    .executeTakeFirstOrThrow()
  if (row.outcome === 'begun' && row.begunAt > now - deadAfterMs) return 'busy'
  if (row.outcome !== 'begun' && row.outcome !== 'failed') return 'taken'
  const again = await db
    .updateTable('replies')
    .set({ outcome: 'begun', begunAt: now, attempts: row.attempts + 1 })
    .where('id', '=', reply.id)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst()
  if (again.numUpdatedRows === 0n) return 'busy'
  return row.attempts >= maxAttempts ? 'spent' : 'begun'
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

/** Questions we sent since then (ms), by the reply's sender or notice. */
export async function countQuestions(
  db: Queryable,
  since: number,
  which: Partial<Pick<ReplyRow, 'senderHash' | 'notice'>>,
): Promise<number> {
  const { notice, senderHash } = which
  return countRows(
    db
      .selectFrom('replies')
      .where('outcome', '=', 'asked')
      .where('createdAt', '>=', since)
      .$if(senderHash !== undefined, query => query.where('senderHash', '=', senderHash ?? ''))
      .$if(notice !== undefined, query => query.where('notice', '=', notice ?? '')),
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
