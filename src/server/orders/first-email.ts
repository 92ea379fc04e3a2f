import { setTimeout as pause } from 'node:timers/promises'
import { findEmail } from '../db/emails'
import type { Order, StoredEmail } from '../db/schema'
import { canBeWrittenTo } from '../emails/email-budget'
import type { Services } from '../services'

/**
 * Whether the donor's email was sent. Only the request that has queued it, `thanks`, tries once to
 * deliver it, for a bounded time; concurrent requests wait for that.
 */
export async function answerFirstEmail(
  { store, outbox, now, firstEmailMs }: Services,
  order: Order,
  thanks?: StoredEmail,
): Promise<boolean> {
  if (!canBeWrittenTo(order)) return false
  if (thanks) return outbox.tryNow(thanks, firstEmailMs)
  for (let waitedMs = 0; ; waitedMs += 50) {
    const email = await findEmail(store.db, order.id, 'donor-thanks')
    const isTried = email?.state !== 'waiting' || email.lastError !== null
    const isLate = waitedMs >= firstEmailMs || now() - order.createdAt >= firstEmailMs
    if (isTried || isLate) return email?.state === 'sent'
    await pause(50)
  }
}
