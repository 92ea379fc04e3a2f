import { minuteMs } from '../../shared/durations'
import { hasUnmarkedDouble } from '../db/notices'
import { updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import type { Transaction } from '../db/store'

/** Two orders of the same words so close together may be one, paid twice. */
const doubleWindowMs = 10 * minuteMs

/**
 * Marks paid orders that the same person may have paid twice; `orders` with the oldest first. Decided
 * when the temple is told, not when the payment is stored: of two that are stored at the same moment
 * neither could see the other, and a lock would make paid orders wait for each other. When the temple
 * is told of an order, its payment is committed: whoever is told last sees both.
 */
export async function markPossibleDoubles(trx: Transaction, orders: Order[]): Promise<Order[]> {
  const marked: Order[] = []
  // Of two that are told together the later one.
  for (const order of orders.toReversed()) marked.unshift(await markPossibleDouble(trx, order))
  return marked
}

async function markPossibleDouble(trx: Transaction, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  if (!(await hasUnmarkedDouble(trx, order, doubleWindowMs))) return order
  await updateOrder(trx, order.id, { possibleDouble: true })
  return { ...order, possibleDouble: true }
}
