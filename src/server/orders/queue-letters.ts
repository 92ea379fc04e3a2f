import { insertLetters } from '../db/letters'
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import type { Order } from './order'

/** Writes an order's letters into the outbox, once what is known of its payment will not change. */
export async function queueLetters(
  services: Services,
  trx: Queryable,
  order: Order,
): Promise<void> {
  if (order.payment === 'verifying' || order.payment === 'awaiting') return
  const letters = services.letters.orderPlaced(order)
  await insertLetters(trx, letters, services.now(), services.mailDomain)
}
