import type { Services } from '../services'
import { saveAnswer } from '../store/orders'
import { canBeWrittenTo } from './compose-order'
import type { Order } from './order'

const tryMs = 2_000

/** One bounded try for the donor's letter; its result is what the first answer says. */
export async function sendFirstLetter(services: Services, order: Order): Promise<boolean> {
  const hasLetter = canBeWrittenTo(order) && order.payment !== 'awaiting'
  const sent = hasLetter && (await services.outbox.tryNow(order.id, 'donor-thanks', tryMs))
  await saveAnswer(services.store.db, order.id, sent)
  return sent
}
