import type { Order } from '../orders/order'
import { lockRows } from './engine-differences'
import { toOrder, toOrderRow } from './order-row'
import { randomId } from './random-id'
import type { Engine, Queryable } from './store'

/** False: an order with this idempotency key or payment intent is there already. */
export async function insertOrder(trx: Queryable, order: Order): Promise<boolean> {
  const result = await trx
    .insertInto('orders')
    .values(toOrderRow(order))
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findOrderByKey(db: Queryable, key: string): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

export async function lockOrderByIntent(
  engine: Engine,
  trx: Queryable,
  paymentIntentId: string,
): Promise<Order | null> {
  const query = trx
    .selectFrom('orders')
    .selectAll()
    .where('payment_intent_id', '=', paymentIntentId)
  const row = await lockRows(engine, query).executeTakeFirst()
  return row ? toOrder(row) : null
}

export async function savePayment(
  trx: Queryable,
  order: Pick<Order, 'id' | 'payment' | 'confirmedKopiykas' | 'possibleDouble'>,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      payment: order.payment,
      confirmed_kopiykas: order.confirmedKopiykas,
      possible_double: order.possibleDouble ? 1 : 0,
    })
    .where('id', '=', order.id)
    .execute()
}

/** Keeps what the first answer said, for those who ask again. */
export async function saveAnswer(db: Queryable, id: string, emailSent: boolean): Promise<void> {
  await db
    .updateTable('orders')
    .set({ user_email_sent: emailSent ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

export async function findFirstAnswer(db: Queryable, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('orders')
    .select('user_email_sent')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.user_email_sent == null ? null : row.user_email_sent === 1
}

/** Whether the same person seems to have paid the same twice since then (ms). */
export async function hasTwin(db: Queryable, order: Order, since: number): Promise<boolean> {
  const twin = await db
    .selectFrom('orders')
    .select('id')
    .where('created_at', '>=', since)
    .where('payment', '=', 'paid')
    .where('name', '=', order.name)
    .where('email', order.email === null ? 'is' : '=', order.email)
    .where('confirmed_kopiykas', '=', order.confirmedKopiykas)
    .where('idempotency_key', '!=', order.idempotencyKey)
    .limit(1)
    .executeTakeFirst()
  return twin !== undefined
}

/** Notes what happened to an order, for the temple and the operator. */
export async function addHistory(
  trx: Queryable,
  entry: { orderId: string; at: number; event: string; detail: string },
): Promise<void> {
  await trx
    .insertInto('order_history')
    .values({
      id: randomId(),
      order_id: entry.orderId,
      at: entry.at,
      event: entry.event,
      detail: entry.detail,
    })
    .execute()
}

/** How often something happened to an order. */
export async function countHistory(db: Queryable, orderId: string, event: string): Promise<number> {
  const row = await db
    .selectFrom('order_history')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('event', '=', event)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
