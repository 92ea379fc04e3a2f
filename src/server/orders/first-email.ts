import { setTimeout as pause } from 'node:timers/promises'
import { findEmail } from '../db/emails'
import type { Order } from '../db/schema'
import { canBeWrittenTo } from '../emails/email-budget'
import type { Services } from '../services'

/**
 * Whether the donor's email was sent. A new order gets one bounded delivery attempt, and concurrent
 * requests for it wait for that.
 */
export async function answerFirstEmail(
  { store, outbox, now, firstEmailMs }: Services,
  order: Order,
  isNew: boolean,
): Promise<boolean> {
  if (isNew) return canBeWrittenTo(order) && outbox.tryNow(order.id, 'donor-thanks', firstEmailMs)
  for (let waitedMs = 0; ; waitedMs += 50) {
    const email = await findEmail(store.db, order.id, 'donor-thanks')
    const isTried = email?.state !== 'waiting' || email.lastError !== null
    const isLate = waitedMs >= firstEmailMs || now() - order.createdAt >= firstEmailMs
    if (isTried || isLate) return email?.state === 'sent'
    await pause(50)
  }
}
