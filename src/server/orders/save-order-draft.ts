import type { CandleOrder } from '../../shared/candle-order'
import { findDonation, scheduleSettling } from '../db/donations'
import { saveDraft } from '../db/order-drafts'
import { findOrderByKey } from '../db/orders'
import type { Services } from '../services'
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
