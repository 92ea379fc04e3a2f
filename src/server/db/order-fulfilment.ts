import type { Order } from '../orders/order'
import { lockRows } from './engine-differences'
import { readCode } from './order-code'
import { toOrder } from './order-row'
import type { Engine, Queryable } from './store'

export async function lockOrderByCode(
  engine: Engine,
  trx: Queryable,
  said: string,
): Promise<Order | null> {
  const query = trx.selectFrom('orders').selectAll().where('code', '=', readCode(said))
  const row = await lockRows(engine, query).executeTakeFirst()
  return row ? toOrder(row) : null
}

export async function markOrderLit(trx: Queryable, id: string, litAt: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ fulfilment: 'lit', lit_at: litAt })
    .where('id', '=', id)
    .execute()
}

/** The order whose notice one of these letters is, by their Message-IDs; null: none of them. */
export async function findNoticeCode(db: Queryable, messageIds: string[]): Promise<string | null> {
  if (messageIds.length === 0) return null
  const row = await db
    .selectFrom('letters')
    .innerJoin('orders', 'orders.id', 'letters.subject_id')
    .select('orders.code')
    .where('letters.kind', '=', 'temple-notice')
    .where('letters.message_id', 'in', messageIds)
    .executeTakeFirst()
  return row?.code ?? null
}
