import { minuteMs } from '../../shared/durations'
import { hasUnmarkedDouble } from '../db/notices'
import { updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import type { Transaction } from '../db/store'

/** Two orders of one person with the same name and intention may be one candle that was paid twice, ms. */
const doubleWindowMs = 10 * minuteMs

/**
 * Marks paid orders that one person may have paid twice; `orders` begins with the oldest. Two
 * payments that are stored at the same moment do not see each other, and a lock would make paid orders wait
 * for one another. So the mark is set when the temple is told of an order: by then both are committed, and
 * the one that is told last gets the mark.
 */
export async function markPossibleDoubles(trx: Transaction, orders: Order[]): Promise<Order[]> {
  const marked: Order[] = []
  // From the newest on: if the temple is told of both at once, the later one gets the mark.
  for (const order of orders.toReversed()) marked.unshift(await markPossibleDouble(trx, order))
  return marked
}

async function markPossibleDouble(trx: Transaction, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  if (!(await hasUnmarkedDouble(trx, order, doubleWindowMs))) return order
  await updateOrder(trx, order.id, { possibleDouble: true })
  return { ...order, possibleDouble: true }
}
