import { findDonation, lockDonation, scheduleCheck } from '../db/donations'
import { saveDraft } from '../db/order-drafts'
import { findOrderByKey } from '../db/orders'
import { inTransaction } from '../db/store'
import type { Services } from '../services'
import { draftGraceMs } from './next-check'
import { composeDraft, type OrderRequest } from './order'

/**
 * Keeps what the visitor wrote when they pressed Pay, and asks for a look at the payment after the
 * grace time. False: the intent is not of this service, nothing is kept.
 */
export async function saveOrderDraft(
  { store, now }: Services,
  paymentIntentId: string,
  request: OrderRequest,
): Promise<boolean> {
  if (!(await findDonation(store.db, paymentIntentId))) return false
  await inTransaction(store, async trx => {
    // The donation first, as settling locks them: whoever stores the order meanwhile is waited for.
    await lockDonation(trx, paymentIntentId, null)
    if (await findOrderByKey(trx, paymentIntentId)) return
    await scheduleCheck(trx, paymentIntentId, now() + draftGraceMs)
    await saveDraft(trx, composeDraft(paymentIntentId, request, now()))
  })
  return true
}
