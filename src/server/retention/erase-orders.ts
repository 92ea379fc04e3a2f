import {
  deleteDrafts,
  deleteUnneededPhotos,
  type ErasableOrder,
  eraseEmails,
  eraseOrderWords,
  eraseTickets,
  listReplyIds,
  listReversalIds,
  releaseUntoldOrders,
} from '../db/erasure'
import type { Queryable } from '../db/store'

/**
 * Takes the people out of these orders: words, addresses, tickets, emails, pictures. Amounts, times
 * and states stay for the sums. Resolves to the ids of the emptied emails.
 */
export async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const codes = orders.map(order => order.code)
  const intents = orders.flatMap(order => order.paymentIntentId ?? [])
  await eraseOrderWords(trx, ids, now)
  await deleteDrafts(trx, intents)
  const notices = orders.flatMap(order => order.noticeId ?? [])
  if (notices.length > 0) await releaseUntoldOrders(trx, notices, now)
  const subjects = [
    ...ids,
    ...notices,
    ...(await listReversalIds(trx, intents)),
    // Closed when the order came, with an email that names who paid.
    ...(await eraseTickets(trx, { paymentIntentIds: intents })),
    ...(await listReplyIds(trx, codes)),
  ]
  const emptied = await eraseEmails(trx, subjects)
  await deleteUnneededPhotos(trx, 0)
  return emptied
}
