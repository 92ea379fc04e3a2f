import { sql } from 'kysely'
import type { Order } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

// What the temple has been told: the orders due for a notice, and the emails that are one, each about
// an order alone or, as a digest, about many.

/** When (ms) the longest waiting orders became due for a notice; null: none waits. */
export function findLongestUnnotified(db: Queryable) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.min('noticeDueAt').filterWhere('payment', '=', 'paid').as('paid'),
      fn.min('noticeDueAt').filterWhere('payment', '!=', 'paid').as('unpaid'),
    ])
    .where('noticeDueAt', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Unpaid orders that wait for a notice, with their senders: texts that others repeat come last. */
export function listUnnotifiedUnpaid(db: Queryable) {
  return (
    db
      .selectFrom('orders')
      .select(['id', 'addressHash'])
      .where('noticeDueAt', 'is not', null)
      .where('payment', '!=', 'paid')
      // Whole texts would take a tenth of a second for ten thousand.
      .orderBy(sql`count(*) over (partition by substr(name, 1, 60), substr(purpose, 1, 60))`)
      .orderBy('noticeDueAt')
      .orderBy('id')
      .execute()
  )
}

/** Orders that wait for a notice, the longest waiting first. `ids`: only these. */
export async function lockUnnotified(
  trx: Transaction,
  { paid, ids }: { paid: boolean; ids?: string[] | undefined },
  limit: number,
): Promise<Order[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('noticeDueAt', 'is not', null)
    .where('payment', paid ? '=' : '!=', 'paid')
    .$if(ids !== undefined, query => query.where('id', 'in', ids ?? []))
    .orderBy('noticeDueAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Orders that wait in a notice, the newest first. */
export function listWaitingNotified(db: Queryable, limit: number): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('fulfilment', '=', sql.lit('waiting'))
    .where('noticeId', 'is not', null)
    .where('noticeDueAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** Orders that wait alone in a notice that was sent in this time (ms), the longest waiting first. */
export async function lockWaitingAlone(
  trx: Transaction,
  { paid, since, until }: { paid: boolean; since: number; until: number },
  limit: number,
): Promise<(Order & { notifiedAt: number })[]> {
  return trx
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.subjectId')
    .selectAll('orders')
    .select('emails.createdAt as notifiedAt')
    .where('emails.kind', '=', 'temple-notice')
    .where('emails.createdAt', '>=', since)
    .where('emails.createdAt', '<=', until)
    .where('emails.sentAt', '<=', until)
    .where('emails.state', '=', 'sent')
    .where('orders.fulfilment', '=', 'waiting')
    .where('orders.payment', paid ? '=' : '!=', 'paid')
    .where('orders.noticeDueAt', 'is', null)
    .whereRef('orders.noticeId', '=', 'orders.id')
    .orderBy('emails.createdAt')
    .limit(limit)
    .forUpdate('orders')
    .execute()
}

/** Marks orders as told in a notice, with their numbers in a digest. */
export async function markNotified(
  trx: Transaction,
  noticeId: string,
  orders: Pick<Order, 'id' | 'noticeNumber'>[],
): Promise<void> {
  const numbers = orders.map(({ id, noticeNumber }) => sql`when ${id} then ${noticeNumber}`)
  await trx
    .updateTable('orders')
    .set({
      noticeDueAt: null,
      noticeId,
      toldPayment: sql.ref('payment'),
      noticeNumber: sql<number>`cast(case id ${sql.join(numbers, sql` `)} end as integer)`,
    })
    .where(
      'id',
      'in',
      orders.map(order => order.id),
    )
    .execute()
}

export function lockOrdersOfNotice(trx: Transaction, noticeId: string): Promise<Order[]> {
  return selectOrdersOfNotice(trx, noticeId).forUpdate().execute()
}

function selectOrdersOfNotice(db: Queryable, noticeId: string) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('noticeId', '=', noticeId)
    .orderBy('noticeNumber')
    .orderBy('id')
}

/** Of orders alone. */
export async function deleteNotices(trx: Transaction, orderIds: string[]): Promise<void> {
  await trx
    .deleteFrom('emails')
    .where('subjectId', 'in', orderIds)
    .where('kind', '=', 'temple-notice')
    .execute()
}

/** Notices of orders alone, written in this time (ms): of paid orders, or of others. */
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

/** The codes of digests that no mail server takes as a whole. */
export async function listRefusedDigests(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('subjectId')
    .where('state', '=', sql.lit('refused'))
    .execute()
  return rows.map(row => row.subjectId)
}

/** False: another process has taken it apart. */
export async function deleteRefusedDigest(trx: Transaction, code: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('emails')
    .where('subjectId', '=', code)
    .where('state', '=', sql.lit('refused'))
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** The codes of digests that were sent in this time (ms). */
export async function listSentDigests(
  db: Queryable,
  { since, until }: { since: number; until: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('subjectId')
    .where('kind', '=', 'temple-digest')
    .where('createdAt', '>=', since)
    .where('createdAt', '<=', until)
    .where('sentAt', '<=', until)
    .execute()
  return rows.map(row => row.subjectId)
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
