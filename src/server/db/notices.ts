import { type SqlBool, sql } from 'kysely'
import type { Order } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

// These columns of an order say what the temple was told of it. The order is due once (`noticeDueAt`).
// Either an email about it alone or a summary tells of it first, and `noticeId` names that email. While the
// order waits, a later summary counts it again (`remindAt`).

/**
 * Returns three times in ms: when the oldest untold order with a donation became due, when the oldest one
 * without became due, and when the oldest order was to be counted again. A time is null if there is no such
 * order.
 */
export async function findOldestDue(db: Queryable, now: number) {
  const untold = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.min('noticeDueAt').filterWhere('payment', '=', 'paid').as('paid'),
      fn.min('noticeDueAt').filterWhere('payment', '!=', 'paid').as('unpaid'),
    ])
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('noticeDueAt', 'is not', null)
    .executeTakeFirstOrThrow()
  const { again } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.min('remindAt').as('again'))
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('remindAt', 'is not', null)
    .where('remindAt', '<=', now)
    .executeTakeFirstOrThrow()
  return { ...untold, again }
}

/** Locks the orders that the temple was not told of, the longest waiting first. */
export function lockUntold(
  trx: Transaction,
  { paid, limit }: { paid: boolean; limit?: number },
): Promise<Order[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('noticeDueAt', 'is not', null)
    .where('payment', paid ? '=' : '!=', 'paid')
    .orderBy('noticeDueAt')
    .orderBy('id')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .forUpdate()
    .execute()
}

/** Marks orders as told by an email about each alone. A summary counts them again at `remindAt`, ms. */
export async function markToldAlone(
  trx: Transaction,
  ids: string[],
  remindAt: number,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      noticeDueAt: null,
      noticeId: sql.ref('id'),
      toldPayment: sql.ref('payment'),
      remindAt,
    })
    .where('id', 'in', ids)
    .execute()
}

interface MarkedBySummary {
  summaryId: string
  now: number
  remindAt: { first: number; again: number }
}

/**
 * Marks all orders that wait untold, or are to be counted again, as told by this summary, and returns their
 * number. An order of which no email told before is counted again at `remindAt.first`, one with a donation
 * then at `remindAt.again`, ms, and any other only once.
 */
export async function markToldInSummary(
  trx: Transaction,
  { summaryId, now, remindAt }: MarkedBySummary,
): Promise<number> {
  const isFirst = sql<SqlBool>`notice_id is null`
  const result = await trx
    .updateTable('orders')
    .set({
      noticeDueAt: null,
      noticeId: sql`coalesce(notice_id, ${summaryId})`,
      toldPayment: sql`case when ${isFirst} then payment else told_payment end`,
      remindAt: sql`case
        when ${isFirst} then cast(${remindAt.first} as bigint)
        when payment = 'paid' then cast(${remindAt.again} as bigint)
      end`,
    })
    // Each half of the `or` has an index of its own.
    .where(
      sql<SqlBool>`(fulfilment = 'waiting' and notice_due_at is not null)
        or (fulfilment = 'waiting' and remind_at <= ${now})`,
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export interface Waiting {
  count: number
  paid: number
  /** How many came before a given time. */
  old: number
}

/** Counts all orders that wait, those with a donation, and those that came before this time (ms). */
export function countAllWaiting(db: Queryable, before: number): Promise<Waiting> {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('payment', '=', 'paid').as('paid'),
      fn.countAll<number>().filterWhere('createdAt', '<', before).as('old'),
    ])
    .where('fulfilment', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
}

/** Counts the emails about an order alone in a period, either of paid orders or of others. */
export async function countNotices(
  db: Queryable,
  { since, until, paid }: { since: number; until: number; paid: boolean },
): Promise<number> {
  return countRows(
    db
      .selectFrom('emails')
      .where('kind', '=', 'temple-notice')
      .where('createdAt', '>', since)
      .where('createdAt', '<', until)
      // A notice is urgent if its order was paid when it was written.
      .where('urgent', '=', paid),
  )
}

/** This condition must stay the one of the index `orders_to_confirm`. */
const isToConfirm = sql<boolean>`payment = 'paid' and told_payment = 'claimed'`

/** Counts the paid orders whose payment was not confirmed when the temple was told of them. */
export function countToConfirm(db: Queryable): Promise<number> {
  return countRows(db.selectFrom('orders').where(isToConfirm))
}

export async function lockToConfirm(trx: Transaction, limit: number): Promise<Order[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where(isToConfirm)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/**
 * Returns whether an unmarked paid order has the same name, intention and address, and came within this
 * time, ms. Orders without a name and an address have nothing in common.
 */
export async function hasUnmarkedDouble(
  db: Queryable,
  order: Order,
  withinMs: number,
): Promise<boolean> {
  if (order.name === '' && order.email === null) return false
  const other = await db
    .selectFrom('orders')
    .select('id')
    .where('createdAt', '>=', order.createdAt - withinMs)
    .where('createdAt', '<=', order.createdAt + withinMs)
    // Both engines use the partial index only for a literal.
    .where('payment', '=', sql.lit('paid'))
    .where('email', order.email === null ? 'is' : '=', order.email)
    .where('name', 'in', spellName(order.name))
    .where('intention', '=', order.intention)
    .where('possibleDouble', '=', false)
    .where('id', '!=', order.id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Keyboards have three apostrophes (Дем'ян, Дем’ян, Демʼян), so a name has four spellings. */
function spellName(name: string): string[] {
  const spelt = ["'", '’', '\u02bc'].map(one => name.replace(/['’\u02bc]/g, one))
  return [name, ...spelt]
}
