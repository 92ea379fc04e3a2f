import { sweepErased } from '../db/engine-differences'
import { type ErasableOrder, listOrdersOfAddress } from '../db/erasure'
import { findOrderByCode } from '../db/order-list'
import type { Store } from '../db/store'
import { eraseOrders } from './erase-orders'
import { removeMailFiles } from './remove-mail-files'

/** Whom to forget: an order's code, or an address (all of its orders). */
export async function findForgettable(store: Store, named: string): Promise<ErasableOrder[]> {
  if (named.includes('@')) return listOrdersOfAddress(store.db, named)
  const order = await findOrderByCode(store.db, named)
  return order && order.erasedAt === null ? [order] : []
}

/** Erases one person's data from these orders, whether the candle was lit or not. */
export async function forgetPerson(
  store: Store,
  orders: ErasableOrder[],
  mailFolder: string,
  now: number,
): Promise<void> {
  const emails = await store.db.transaction().execute(trx => eraseOrders(trx, orders, now))
  await sweepErased(store.engine, store.db)
  await removeMailFiles(mailFolder, emails)
}
