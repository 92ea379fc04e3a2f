import { sql } from 'kysely'
import type { Order } from '../orders/order'
import { readCode } from './order-code'
import { toOrder } from './order-row'
import type { Queryable } from './store'

export interface OrderFilter {
  fulfilment?: Order['fulfilment']
  payment?: Order['payment']
  /** Created at or after (ms since 1970). */
  since?: number
  limit: number
}

/** Orders as the temple works through them: waiting first, paid first, then the oldest. */
export async function listOrders(db: Queryable, filter: OrderFilter): Promise<Order[]> {
  const { fulfilment, payment, since } = filter
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .$if(fulfilment !== undefined, query => query.where('fulfilment', '=', fulfilment ?? ''))
    .$if(payment !== undefined, query => query.where('payment', '=', payment ?? ''))
    .$if(since !== undefined, query => query.where('created_at', '>=', since ?? 0))
    .orderBy(sql`case fulfilment when 'waiting' then 0 else 1 end`)
    .orderBy(sql`case payment when 'paid' then 0 else 1 end`)
    .orderBy('created_at')
    .limit(filter.limit)
    .execute()
  return rows.map(toOrder)
}

export async function findOrderByCode(db: Queryable, said: string): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', readCode(said))
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

export interface HistoryEntry {
  at: number
  event: string
  detail: string
}

/** What happened to an order, in order. */
export async function listHistory(db: Queryable, orderId: string): Promise<HistoryEntry[]> {
  return db
    .selectFrom('order_history')
    .select(['at', 'event', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .execute()
}

/** All orders of a time (ms since 1970, the end excluded), the oldest first. */
export async function listOrdersBetween(
  db: Queryable,
  since: number,
  before: number,
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('created_at', '>=', since)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .execute()
  return rows.map(toOrder)
}

/** When we last learnt that a donation had succeeded (ms since 1970); null: never. */
export async function findLastSuccess(db: Queryable): Promise<number | null> {
  const row = await db
    .selectFrom('donations')
    .select(eb => eb.fn.max('succeeded_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
