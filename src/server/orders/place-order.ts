import { isPaymentIntentId } from '../../shared/payment-intent'
import { findOrderByKey } from '../db/orders'
import type { Services } from '../services'
import { type OrderOutcome, unknownPayment } from './order-outcome'
import type { OrderRequest } from './order-request'
import { placeFreeOrder } from './place-free-order'
import { placePaidOrder } from './place-paid-order'
import { repeatAnswer } from './repeat-answer'

/**
 * An order comes in from a browser. The same key again gets the first answer; a key that names a
 * payment intent is believed only as far as the provider confirms it.
 */
export async function placeOrder(services: Services, request: OrderRequest): Promise<OrderOutcome> {
  const earlier = await findOrderByKey(services.store.db, request.idempotencyKey)
  if (earlier) return repeatAnswer(services, earlier, request)
  if (!isPaymentIntentId(request.idempotencyKey)) return placeFreeOrder(services, request)
  if (!services.provider) return unknownPayment
  return placePaidOrder(services, services.provider, request)
}
