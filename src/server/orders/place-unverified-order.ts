import { insertDonation, scheduleSettling } from '../db/donations'
import type { Services } from '../services'
import { claimedKopiykas, composeOrder } from './compose-order'
import { newDonation } from './new-donation'
import type { OrderOutcome } from './order-outcome'
import type { OrderRequest } from './order-request'
import { repeatAnswer } from './repeat-answer'
import { saveOrder } from './save-order'

/**
 * The provider cannot be asked now, and the visitor has probably paid: the order is kept, and no
 * email says more than is known until settling has asked again.
 */
export async function placeUnverifiedOrder(
  services: Services,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const now = services.now()
  const order = composeOrder(request.sent, {
    idempotencyKey: request.idempotencyKey,
    paymentIntentId: request.idempotencyKey,
    source: 'form',
    payment: 'verifying',
    confirmedKopiykas: 0,
    addressHash: request.addressHash,
    now,
  })
  const winner = await services.store.db.transaction().execute(async trx => {
    await insertDonation(trx, {
      ...newDonation(claimedKopiykas(request.sent), request.addressHash, now),
      paymentIntentId: request.idempotencyKey,
      state: 'open',
      livemode: services.provider?.livemode ?? false,
    })
    await scheduleSettling(trx, request.idempotencyKey, now)
    return saveOrder(services, trx, order)
  })
  if (winner.id !== order.id) return repeatAnswer(services, winner, request)
  services.wakeSettling()
  return { kind: 'placed', userEmailSent: false }
}
