import { randomInt } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { containsText } from './engines'
import type { HistoryEntry, Order, Tables } from './schema'
import { type Queryable, randomId, type Store, type Transaction } from './store'

/** False: an order with this idempotency key or payment intent exists. */
export async function insertOrder(db: Queryable, order: Order): Promise<boolean> {
  const result = await db
    .insertInto('orders')
    .values(order)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** A code may be written in any case, with or without its hyphen. */
type UniqueKey = { code: string } | { idempotencyKey: string } | { paymentIntentId: string }

/** What a person types: a code, or the provider's id of the payment. */
export function readOrderKey(named: string): UniqueKey {
  return isPaymentIntentId(named) ? { paymentIntentId: named } : { code: named }
}

export function findOrder(db: Queryable, key: UniqueKey): Promise<Order | undefined> {
  return selectOrder(db, key).executeTakeFirst()
}

export function lockOrder(trx: Transaction, key: UniqueKey): Promise<Order | undefined> {
  return selectOrder(trx, key).forUpdate().executeTakeFirst()
}

function selectOrder(db: Queryable, key: UniqueKey) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(eb => eb.and('code' in key ? { code: readCode(key.code) } : key))
}

// No 0/O, 1/I/L: the code is read aloud and copied by hand.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Such as `K7F3-9QXM`. */
export function randomCode(): string {
  return readCode(Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join(''))
}

function readCode(said: string): string {
  const plain = said.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

export async function updateOrder(
  db: Queryable,
  id: string,
  changes: Partial<Order>,
): Promise<void> {
  await db.updateTable('orders').set(changes).where('id', '=', id).execute()
}

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

/** How many unpaid orders of each address hash wait for a notice. */
export function countUnnotifiedBySender(db: Queryable) {
  return db
    .selectFrom('orders')
    .select(eb => ['addressHash', eb.fn.countAll<number>().as('orders')])
    .where('noticeDueAt', 'is not', null)
    .where('payment', '!=', 'paid')
    .where('addressHash', '!=', '')
    .groupBy('addressHash')
    .execute()
}

interface Unnotified {
  paid: boolean
  /** Beginnings of address hashes: only orders from this network, or from none of these. */
  from?: string
  notFrom?: string[]
}

/** Orders that wait for a notice, the longest waiting first. */
export async function lockUnnotified(
  trx: Transaction,
  { paid, from, notFrom = [] }: Unnotified,
  limit: number,
): Promise<Order[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('noticeDueAt', 'is not', null)
    .where('payment', paid ? '=' : '!=', 'paid')
    .$if(from !== undefined, query => query.where(eb => isFrom(eb, from ?? '')))
    .where(eb => eb.and(notFrom.map(network => eb.not(isFrom(eb, network)))))
    .orderBy('noticeDueAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** `g` follows the hexadecimal digits of a hash. */
const isFrom = (eb: ExpressionBuilder<Tables, 'orders'>, network: string) =>
  eb.between('addressHash', network, `${network}g`)

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

/** Marks orders as listed in a digest, with their numbers in it. */
export async function markListed(
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

export function listOrdersOfNotice(db: Queryable, noticeId: string): Promise<Order[]> {
  return selectOrdersOfNotice(db, noticeId).execute()
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

/**
 * Whether an order with the same name and address was paid within this time (ms), that came before
 * this one or was told to the temple.
 */
export async function hasEarlierPaid(
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
    .where('id', '!=', order.id)
    .where(eb =>
      eb.or([
        eb('noticeId', 'is not', null),
        eb('createdAt', '<', order.createdAt),
        eb.and([eb('createdAt', '=', order.createdAt), eb('id', '<', order.id)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Keyboards have three apostrophes: Дем'ян, Дем’ян, Демʼян. */
function spellName(name: string): string[] {
  const spelt = ["'", '’', '\u02bc'].map(one => name.replace(/['’\u02bc]/g, one))
  return [name, ...spelt]
}

export interface OrderFilter {
  fulfilment?: Order['fulfilment'] | undefined
  payment?: Order['payment'] | undefined
  /** ms since 1970; `until` is excluded. */
  since?: number | undefined
  until?: number | undefined
  /** Part of the name, purpose or address, or the code or payment. */
  text?: string | undefined
}

/** Waiting first: paid first, then the oldest. After them the newest that are lit or cancelled. */
export async function listOrders(
  store: Store,
  filter: OrderFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Order[]> {
  const { fulfilment = 'waiting' } = filter
  const end = offset + limit
  const waiting = selectOrders(store, { ...filter, fulfilment: 'waiting' })
    .selectAll()
    .orderBy(sql`case payment when 'paid' then 0 else 1 end`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(end)
  const orders = fulfilment === 'waiting' ? await waiting.execute() : []
  if (filter.fulfilment === 'waiting' || orders.length === end) return orders.slice(offset)
  // In the order of an index, so that a long history costs nothing.
  const done = await selectOrders(store, filter)
    .where('fulfilment', '!=', 'waiting')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(end - orders.length)
    .execute()
  return [...orders, ...done].slice(offset)
}

function selectOrders({ engine, db }: Store, filter: OrderFilter) {
  const { fulfilment, payment, since = 0, until = Number.MAX_SAFE_INTEGER, text = '' } = filter
  let query = db.selectFrom('orders').where('createdAt', '>=', since).where('createdAt', '<', until)
  if (fulfilment) query = query.where('fulfilment', '=', sql.lit(fulfilment))
  if (payment) query = query.where('payment', '=', payment)
  if (text === '') return query
  return query.where(eb =>
    eb.or([
      ...['name', 'purpose', 'email'].map(column => containsText(engine, column, text)),
      eb('code', '=', readCode(text)),
      eb('paymentIntentId', '=', text),
    ]),
  )
}

/** Orders by the time they came (ms), money by the time of its success. */
export async function sumOrders(db: Queryable, since: number, until: number) {
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.count<number>('litAt').as('lit')])
    .where('createdAt', '>=', since)
    .where('createdAt', '<', until)
    .executeTakeFirstOrThrow()
  const money = await db
    .selectFrom('donations')
    .select(({ fn }) => [
      fn.countAll<number>().as('donations'),
      fn.sum('receivedKopiykas').as('received'),
      fn.sum('refundedKopiykas').as('returned'),
    ])
    .where('state', '=', 'succeeded')
    .where('succeededAt', '>=', since)
    .where('succeededAt', '<', until)
    .executeTakeFirstOrThrow()
  const { donations, received, returned } = money
  // A sum is a string in PostgreSQL, and null where nothing was donated.
  return {
    ...orders,
    donations,
    receivedKopiykas: Number(received),
    returnedKopiykas: Number(returned),
  }
}

/** When the first order came, ms; null: none yet. */
export function findFirstOrderTime(db: Queryable): Promise<number | null> {
  return findOrderTime(db, 'min')
}

/** The same of the last. */
export function findLastOrderTime(db: Queryable): Promise<number | null> {
  return findOrderTime(db, 'max')
}

async function findOrderTime(db: Queryable, which: 'min' | 'max'): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn[which]('createdAt').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** The oldest first. */
export function listOrdersBetween(
  store: Store,
  period: Pick<OrderFilter, 'since' | 'until'>,
): Promise<Order[]> {
  return selectOrders(store, period).selectAll().orderBy('createdAt').execute()
}

export async function addHistory(
  db: Queryable,
  entry: HistoryEntry & { orderId: string },
): Promise<void> {
  const id = randomId()
  await db
    .insertInto('orderHistory')
    .values({ id, ...entry })
    .execute()
}

export async function listHistory(db: Queryable, orderId: string): Promise<HistoryEntry[]> {
  return db
    .selectFrom('orderHistory')
    .select(['at', 'event', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('at')
    .execute()
}
