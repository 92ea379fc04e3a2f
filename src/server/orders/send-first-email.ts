import { saveAnswer } from '../db/orders'
import type { Services } from '../services'
import { canBeWrittenTo } from './compose-order'
import type { Order } from './order'

const tryMs = 2_000

/**
 * The order with its first answer, where that is known beforehand: no email will be tried. It is
 * then stored with the order, and one write to the disk less stands between visitor and answer.
 */
export function withKnownAnswer(order: Order): Order {
  return hasFirstEmail(order) ? order : { ...order, userEmailSent: false }
}

/** One bounded try for the donor's email; its result is what the first answer says. */
export async function sendFirstEmail(services: Services, order: Order): Promise<boolean> {
  if (!hasFirstEmail(order)) return false
  const sent = await services.outbox.tryNow(order.id, 'donor-thanks', tryMs)
  await saveAnswer(services.store.db, order.id, sent)
  return sent
}

function hasFirstEmail(order: Order): boolean {
  return canBeWrittenTo(order) && order.payment !== 'awaiting'
}
