import {
  deleteDrafts,
  deletePhotos,
  type ErasableOrder,
  eraseLetters,
  eraseOrderWords,
  listReversalIds,
} from '../db/erasure'
import type { Queryable } from '../db/store'

/**
 * Takes the people out of these orders: words, addresses, emails, pictures. Amounts, times and
 * states stay for the sums. Resolves to the ids of the emptied emails.
 */
export async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const intents = orders.flatMap(order => order.paymentIntentId ?? [])
  await eraseOrderWords(trx, ids, now)
  await deletePhotos(trx, ids)
  await deleteDrafts(trx, intents)
  return eraseLetters(trx, [...ids, ...(await listReversalIds(trx, intents))])
}
