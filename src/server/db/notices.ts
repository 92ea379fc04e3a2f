import { type SqlBool, sql } from 'kysely'
import { dayMs, hourMs } from '../../shared/durations'
import type { Order } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

// What the temple has been told. An order is due once (`noticeDueAt`), and is first told of by an email
// about it alone or by a summary, which `noticeId` names. While it waits a later summary counts it again
// (`remindAt`).

const remindAfterMs = 2 * dayMs
/** Less than a week, so that the time of the same weekday comes after it. */
const remindAgainAfterMs = 7 * dayMs - hourMs

/**
 * When (ms) the oldest orders became due that wait and nobody told the temple of, with a donation and
 * without, and those that are to be counted again by now; null: there are none.
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

/** Orders that the temple was not told of, the longest waiting first. */
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

/** Marks orders as told of by an email about each alone. */
export async function markToldAlone(trx: Transaction, ids: string[], now: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      noticeDueAt: null,
      noticeId: sql.ref('id'),
      toldPayment: sql.ref('payment'),
      remindAt: now + remindAfterMs,
    })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Marks all that waits untold, or is to be counted again, as told of by this summary. One with a donation
 * is counted again after two days and then each week, another one only once. Resolves to how many.
 */
export async function markToldInSummary(
  trx: Transaction,
  summaryId: string,
  now: number,
): Promise<number> {
  const isFirst = sql<SqlBool>`notice_id is null`
  const result = await trx
    .updateTable('orders')
    .set({
      noticeDueAt: null,
      noticeId: sql`coalesce(notice_id, ${summaryId})`,
      toldPayment: sql`case when ${isFirst} then payment else told_payment end`,
      remindAt: sql`case
        when ${isFirst} then cast(${now + remindAfterMs} as bigint)
        when payment = 'paid' then cast(${now + remindAgainAfterMs} as bigint)
      end`,
    })
    // Each half has an index of its own.
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
  /** That came before a time. */
  old: number
}

/** All orders that wait, those with a donation, and those that came before this time (ms). */
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

/** Emails about an order alone, written in this time (ms): of paid orders, or of others. */
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
/** As in the index `orders_to_confirm`. */
const isToConfirm = sql<boolean>`payment = 'paid' and told_payment = 'claimed'`

/** Paid orders whose payment was not confirmed when the temple was told of them. */
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

/** Whether an order with the same name and address was paid within this time (ms), and is not marked. */
export async function hasUnmarkedDouble(
  db: Queryable,
  order: Order,
  withinMs: number,
): Promise<boolean> {
  const other = await db
    .selectFrom('orders')
    .select('id')
    .where('createdAt', '>=', order.createdAt - withinMs)
    .where('createdAt', '<=', order.createdAt + withinMs)
    // A literal, so that both engines use the partial index.
    .where('payment', '=', sql.lit('paid'))
    .where('email', order.email === null ? 'is' : '=', order.email)
    .where('name', 'in', spellName(order.name))
    .where('possibleDouble', '=', false)
    .where('id', '!=', order.id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Keyboards have three apostrophes: Дем'ян, Дем’ян, Демʼян. */
function spellName(name: string): string[] {
  const spelt = ["'", '’', '\u02bc'].map(one => name.replace(/['’\u02bc]/g, one))
  return [name, ...spelt]
}
