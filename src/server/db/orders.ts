import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { containsText } from './engines'
import type { HistoryEntry, Order } from './schema'
import { countRows, type Queryable, randomId, type Store, type Transaction } from './store'

/** False: an order with this idempotency key, payment intent or (random) code exists. */
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

// No 0/O, 1/I/L: the code is read aloud and copied by hand.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Such as `K7F3-9QXM`. */
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
  /** ms since 1970; `until` is excluded. */
  since?: number | undefined
  until?: number | undefined
  /** Part of the name, purpose or address, or the code or payment. */
  text?: string | undefined
}

/** Waiting first: paid first, then the oldest. After them the newest that are lit or dismissed. */
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
      eb('code', '=', formatCode(text)),
      eb('paymentIntentId', '=', text),
    ]),
  )
}

/** Orders by the time they came (ms), money by the time it came, also what went back of it since. */
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

/** Paid orders that wait and lack a name or purpose. */
export function countNameless(db: Queryable): Promise<number> {
  // As literals, so that both engines use the partial index.
  const isNameless = sql<SqlBool>`fulfilment = 'waiting' and payment = 'paid' and needs_details = 1`
  return countRows(db.selectFrom('orders').where(isNameless))
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

/** Resolves to the entry's id. */
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
