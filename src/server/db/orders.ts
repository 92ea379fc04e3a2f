import { sql } from 'kysely'
import { lockRows } from './engines'
import { randomId } from './random'
import type { HistoryEntry, Order } from './schema'
import type { Engine, Queryable } from './store'

/** False: an order with this idempotency key or payment intent is there already. */
export async function insertOrder(trx: Queryable, order: Order): Promise<boolean> {
  const result = await trx
    .insertInto('orders')
    .values(order)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export function findOrderByKey(db: Queryable, key: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('idempotencyKey', '=', key).executeTakeFirst()
}

export function findOrderByCode(db: Queryable, said: string): Promise<Order | undefined> {
  return selectByCode(db, said).executeTakeFirst()
}

export function lockOrderByCode(
  engine: Engine,
  trx: Queryable,
  said: string,
): Promise<Order | undefined> {
  return lockRows(engine, selectByCode(trx, said)).executeTakeFirst()
}

/** A code as people write it: case, spaces and the hyphen do not matter. */
function selectByCode(db: Queryable, said: string) {
  const plain = said.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const code = `${plain.slice(0, 4)}-${plain.slice(4)}`
  return db.selectFrom('orders').selectAll().where('code', '=', code)
}

export function lockOrderByIntent(
  engine: Engine,
  trx: Queryable,
  paymentIntentId: string,
): Promise<Order | undefined> {
  const query = trx.selectFrom('orders').selectAll().where('paymentIntentId', '=', paymentIntentId)
  return lockRows(engine, query).executeTakeFirst()
}

export async function updateOrder(
  trx: Queryable,
  id: string,
  changes: Partial<
    Pick<
      Order,
      'payment' | 'confirmedKopiykas' | 'possibleDouble' | 'userEmailSent' | 'fulfilment' | 'litAt'
    >
  >,
): Promise<void> {
  await trx.updateTable('orders').set(changes).where('id', '=', id).execute()
}

/** Whether the same person seems to have paid twice since then (ms), whatever the amounts. */
export async function hasPaidDuplicate(
  db: Queryable,
  order: Order,
  since: number,
): Promise<boolean> {
  const duplicate = await db
    .selectFrom('orders')
    .select('id')
    .where('createdAt', '>=', since)
    .where('payment', '=', 'paid')
    .where('name', '=', order.name)
    .where('email', order.email === null ? 'is' : '=', order.email)
    .where('idempotencyKey', '!=', order.idempotencyKey)
    .limit(1)
    .executeTakeFirst()
  return duplicate !== undefined
}

export interface OrderFilter {
  fulfilment?: Order['fulfilment']
  payment?: Order['payment']
  /** Created at or after (ms since 1970). */
  since?: number
  limit: number
}

/** Orders as the temple works through them: waiting first, paid first, then the oldest. */
export async function listOrders(db: Queryable, filter: OrderFilter): Promise<Order[]> {
  const { fulfilment = 'waiting', payment = 'none', since = 0 } = filter
  return db
    .selectFrom('orders')
    .selectAll()
    .$if('fulfilment' in filter, query => query.where('fulfilment', '=', fulfilment))
    .$if('payment' in filter, query => query.where('payment', '=', payment))
    .where('createdAt', '>=', since)
    .orderBy(sql`case fulfilment when 'waiting' then 0 else 1 end`)
    .orderBy(sql`case payment when 'paid' then 0 else 1 end`)
    .orderBy('createdAt')
    .limit(filter.limit)
    .execute()
}

/** All orders of a time (ms since 1970, the end excluded), the oldest first. */
export async function listOrdersBetween(
  db: Queryable,
  since: number,
  before: number,
): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('createdAt', '>=', since)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .execute()
}

/** Notes what happened to an order, for the temple and the operator. */
export async function addHistory(
  trx: Queryable,
  entry: HistoryEntry & { orderId: string },
): Promise<void> {
  const id = randomId()
  await trx
    .insertInto('orderHistory')
    .values({ id, ...entry })
    .execute()
}

/** How often something happened to an order. */
export async function countHistory(db: Queryable, orderId: string, event: string): Promise<number> {
  const { count } = await db
    .selectFrom('orderHistory')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .where('event', '=', event)
    .executeTakeFirstOrThrow()
  return count
}

/** What happened to an order, in order. */
export async function listHistory(db: Queryable, orderId: string): Promise<HistoryEntry[]> {
  return db
    .selectFrom('orderHistory')
    .select(['at', 'event', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('at')
    .execute()
}
