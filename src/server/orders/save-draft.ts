import { findDonation, lockDonation, saveDraft, scheduleCheck } from '../db/donations'
import { findOrderByKey } from '../db/orders'
import { inTransaction } from '../db/store'
import type { Services } from '../services'
import { isSecretOf } from './donation'
import { draftGraceMs } from './next-check'
import { type OrderRequest, setNewerDraft } from './order'

/**
 * Keeps what the visitor wrote when they pressed Pay, and schedules a check of the payment after the
 * grace time. False: nothing is kept, because the client secret is none of a payment of ours.
 */
export async function saveOrderDraft(
  { store, now }: Services,
  paymentIntentId: string,
  { clientSecret, request }: { clientSecret: string; request: OrderRequest },
): Promise<boolean> {
  const known = await findDonation(store.db, paymentIntentId)
  if (!known || !isSecretOf(known, clientSecret)) return false
  await inTransaction(store, async trx => {
    // Syncs lock the donation first too: one that stores the order meanwhile is waited for.
    const donation = await lockDonation(trx, paymentIntentId, null)
    if (!donation || (await findOrderByKey(trx, paymentIntentId))) return
    await scheduleCheck(trx, paymentIntentId, now() + draftGraceMs)
    await saveDraft(trx, paymentIntentId, setNewerDraft(donation, request, now()))
  })
  return true
}
