import { dayMs } from '../../shared/durations'
import { listOrdersOfNotice, lockOrdersOfNotice } from '../db/notices'
import { findOrder, lockOrder } from '../db/orders'
import type { Order } from '../db/schema'
import type { Queryable, Transaction } from '../db/store'
import type { NoticeName } from '../emails/temple-link'

const keptMs = 60 * dayMs

/** In the order of the email, with erased orders. */
export async function listNotice(db: Queryable, { kind, code }: NoticeName): Promise<Order[]> {
  if (kind === 'digest') return listOrdersOfNotice(db, code)
  return compact([await findOrder(db, { code })])
}

export async function lockNotice(trx: Transaction, { kind, code }: NoticeName): Promise<Order[]> {
  if (kind === 'digest') return lockOrdersOfNotice(trx, code)
  return compact([await lockOrder(trx, { code })])
}

const compact = (orders: (Order | undefined)[]) => orders.filter(order => order !== undefined)

/** Whether nothing waits, and the last candle was lit long ago: its page takes nothing any more. */
export function isNoticeClosed(orders: Order[], now: number): boolean {
  if (orders.some(({ fulfilment }) => fulfilment === 'waiting')) return false
  return now - Math.max(0, ...orders.map(({ litAt }) => litAt ?? 0)) > keptMs
}
