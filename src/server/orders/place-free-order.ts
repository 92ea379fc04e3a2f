import { textLimit } from '../../shared/candle-order'
import type { Services } from '../services'
import { claimedKopiykas, composeOrder, isTooLong } from './compose-order'
import type { Order } from './order'
import type { OrderOutcome } from './order-outcome'
import type { OrderRequest } from './order-request'
import { repeatAnswer } from './repeat-answer'
import { saveOrder } from './save-order'
import { sendFirstEmail, withKnownAnswer } from './send-first-email'

/**
 * An order without a payment intent behind it. If it claims a donation all the same (a client that
 * knows the bare specification), it is kept whatever it lacks, and the amount stays a claim.
 */
export async function placeFreeOrder(
  services: Services,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const order = compose(services, request)
  const fault = order.payment === 'none' ? findFault(order, request) : null
  if (fault) return { kind: 'refused', why: 'invalid', reason: fault }
  const winner = await services.store.db
    .transaction()
    .execute(trx => saveOrder(services, trx, order))
  if (winner.id !== order.id) return repeatAnswer(services, winner, request)
  return { kind: 'placed', userEmailSent: await sendFirstEmail(services, order) }
}

function compose(services: Services, request: OrderRequest): Order {
  const order = composeOrder(request.sent, {
    idempotencyKey: request.idempotencyKey,
    paymentIntentId: null,
    source: 'form',
    payment: claimedKopiykas(request.sent) > 0 ? 'claimed' : 'none',
    confirmedKopiykas: 0,
    addressHash: request.addressHash,
    now: services.now(),
  })
  return withKnownAnswer(order)
}

function findFault(order: Order, request: OrderRequest): string | null {
  if (order.needsDetails) return 'name and purpose are required.'
  if (isTooLong(request.sent)) return `name and purpose may have ${textLimit} characters at most.`
  return null
}
