import { insertOrder } from '../../src/server/db/orders'
import type { Order } from '../../src/server/db/schema'
import { buildStoredOrder } from './build-order'

/** Stores an order as `buildStoredOrder` makes it, with an id and a key of its code. */
export async function putOrder(
  db: Parameters<typeof insertOrder>[0],
  columns: Partial<Order> = {},
): Promise<Order> {
  const id = columns.id ?? `order-${columns.code ?? '1'}`
  const order = buildStoredOrder({ id, idempotencyKey: `key-${id}`, ...columns })
  await insertOrder(db, order)
  return order
}
