import { addHistory, lockOrderByIntent, savePayment } from '../db/orders'
import type { Services } from '../services'
import { queueEmails } from './queue-emails'
import { ticketGraceMs } from './settling-times'

/**
 * An order that nobody could verify: the temple hears of it as claimed, not confirmed, after the
 * grace time (`late`; if the provider answers later, it still becomes paid), or at once when the
 * provider knows of no such payment (`never-paid`).
 */
export async function giveUpVerifying(
  services: Services,
  paymentIntentId: string,
  why: 'late' | 'never-paid',
): Promise<void> {
  await services.store.db.transaction().execute(async trx => {
    const order = await lockOrderByIntent(services.store.engine, trx, paymentIntentId)
    if (order?.payment !== 'verifying') return
    if (why === 'late' && services.now() < order.createdAt + ticketGraceMs) return
    const claimed = { ...order, payment: 'claimed' as const }
    await savePayment(trx, claimed)
    await addHistory(trx, {
      orderId: order.id,
      at: services.now(),
      event: 'payment',
      detail: `verifying to claimed: ${why}`,
    })
    await queueEmails(services, trx, claimed)
  })
}
