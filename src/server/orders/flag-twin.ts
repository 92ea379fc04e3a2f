import { hasTwin } from '../db/orders'
import type { Queryable } from '../db/store'
import type { Order } from './order'

const twinWindowMs = 10 * 60_000

/** The same person seems to have paid the same twice: both are kept, and the temple is told. */
export async function flagTwin(trx: Queryable, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  return { ...order, possibleDouble: await hasTwin(trx, order, order.createdAt - twinWindowMs) }
}
