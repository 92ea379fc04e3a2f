import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { containsText } from './engines'
import type { HistoryEntry, Order } from './schema'
import { countRows, type Queryable, randomId, type Store, type Transaction } from './store'

/** Returns false if an order has this idempotency key, payment intent or random code already. */
export async function insertOrder(db: Queryable, order: Order): Promise<boolean> {
  const result = await db
    .insertInto('orders')
    .values(order)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

type UniqueKey = { code: string } | { idempotencyKey: string } | { paymentIntentId: string }

/** Reads what a person types: a code, in any case and without its hyphen, or the id of a payment. */
export function parseOrderKey(input: string): UniqueKey {
  return isPaymentIntentId(input) ? { paymentIntentId: input } : { code: input }
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
    .where(eb => eb.and('code' in key ? { code: formatCode(key.code) } : key))
}

// People read codes aloud and copy them by hand, so 0/O and 1/I/L are left out.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Makes a code such as `K7F3-9QXM`. */
export function randomCode(): string {
  return formatCode(Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join(''))
}

function formatCode(input: string): string {
  const plain = input.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

export async function updateOrder(
  db: Queryable,
  id: string,
  changes: Partial<Order>,
): Promise<void> {
  await db.updateTable('orders').set(changes).where('id', '=', id).execute()
}

export interface OrderFilter {
  fulfilment?: Order['fulfilment'] | undefined
  payment?: Order['payment'] | undefined
  since?: number | undefined
  until?: number | undefined
  /** A part of the name, purpose or address, or the whole code or payment id. */
  text?: string | undefined
}

/**
 * Lists waiting orders, paid ones first, then the oldest; after them the newest that are lit or
 * dismissed.
 */
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
  // This is the order of an index, so a long history costs nothing.
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
      eb('code', '=', formatCode(text)),
      eb('paymentIntentId', '=', text),
    ]),
  )
}

/** Sums the orders that came, and the money that came, in a period. Later refunds are deducted. */
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
  // PostgreSQL returns a sum as a string, and null if nothing was donated.
  return {
    ...orders,
    donations,
    receivedKopiykas: Number(received),
    returnedKopiykas: Number(returned),
  }
}

/** Counts the paid orders that wait and lack a name or purpose. */
export function countNameless(db: Queryable): Promise<number> {
  // Both engines use the partial index only for literals.
  const isNameless = sql<SqlBool>`fulfilment = 'waiting' and payment = 'paid' and needs_details = 1`
  return countRows(db.selectFrom('orders').where(isNameless))
}

/** Returns when the first order came, ms, or null if there is none yet. */
export function findFirstOrderTime(db: Queryable): Promise<number | null> {
  return findOrderTime(db, 'min')
}

/** Returns when the last order came, ms, or null if there is none yet. */
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

export function listOrdersBetween(
  store: Store,
  period: Pick<OrderFilter, 'since' | 'until'>,
): Promise<Order[]> {
  return selectOrders(store, period).selectAll().orderBy('createdAt').execute()
}

/** Adds an entry and returns its id. */
export async function addHistory(
  db: Queryable,
  entry: HistoryEntry & { orderId: string },
): Promise<string> {
  const id = randomId()
  await db
    .insertInto('orderHistory')
    .values({ id, ...entry })
    .execute()
  return id
}

export async function listHistory(db: Queryable, orderId: string) {
  return db
    .selectFrom('orderHistory')
    .select(['id', 'at', 'event', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('at')
    .execute()
}
