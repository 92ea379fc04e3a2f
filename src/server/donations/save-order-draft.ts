import type { CandleOrder } from '../../contract/candle-order'
import type { Services } from '../services'
import { findDonation, scheduleSettling } from '../store/donations'
import { saveDraft } from '../store/order-drafts'
import { findOrderByKey } from '../store/orders'
import { draftGraceMs } from './settling-times'

export interface DraftRequest {
  paymentIntentId: string
  sent: CandleOrder
  addressHash: string
}

/**
 * Keeps what the visitor wrote when they pressed Pay, and asks for a look at the payment after the
 * grace time. False: the intent is not of this service, nothing is kept.
 */
export async function saveOrderDraft(services: Services, draft: DraftRequest): Promise<boolean> {
  const { db } = services.store
  if (!(await findDonation(db, draft.paymentIntentId))) return false
  if (await findOrderByKey(db, draft.paymentIntentId)) return true
  const now = services.now()
  await db.transaction().execute(async trx => {
    await saveDraft(trx, {
      paymentIntentId: draft.paymentIntentId,
      payload: JSON.stringify(draft.sent),
      addressHash: draft.addressHash,
      createdAt: now,
    })
    await scheduleSettling(trx, draft.paymentIntentId, now + draftGraceMs)
  })
  return true
}
