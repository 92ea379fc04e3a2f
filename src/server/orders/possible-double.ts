import { hasEarlierPaid, updateOrder } from '../db/orders'
import type { Order } from '../db/schema'
import type { Transaction } from '../db/store'

const doubleWindowMs = 10 * 60_000

/**
 * Marks paid orders that the same person may have paid twice. Decided when the temple is told, not
 * when the order is stored: of two that are stored at the same moment neither could see the other,
 * and a lock would make paid orders wait for each other. Of a pair the one told later is marked.
 */
export async function markPossibleDoubles(trx: Transaction, orders: Order[]): Promise<Order[]> {
  const marked: Order[] = []
  for (const order of orders) marked.push(await markPossibleDouble(trx, order))
  return marked
}

async function markPossibleDouble(trx: Transaction, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  if (!(await hasEarlierPaid(trx, order, doubleWindowMs))) return order
  await updateOrder(trx, order.id, { possibleDouble: true })
  return { ...order, possibleDouble: true }
}
