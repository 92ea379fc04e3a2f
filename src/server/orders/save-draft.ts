import { findDonation, scheduleSettling } from '../db/donations'
import { saveDraft } from '../db/order-drafts'
import { findOrderByKey } from '../db/orders'
import { inTransaction } from '../db/store'
import type { Services } from '../services'
import { draftGraceMs } from './next-look'
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
    if (await findOrderByKey(trx, paymentIntentId)) return
    // The donation first, as settling locks them: else the two could wait for each other.
    await scheduleSettling(trx, paymentIntentId, now() + draftGraceMs)
    await saveDraft(trx, composeDraft(paymentIntentId, request, now()))
  })
  return true
}
