import { paymentIntentIdOf } from '../../shared/payment-intent'
import { placeOrder } from '../api/place-order'
import { isTooOften } from '../api/request'
import { runMutation } from '../api/run-mutation'
import type { Desk } from './desk'
import type { Outcome } from './desk-state'
import { holdFor, readingTime } from './hold-for'
import type { OrderInHand } from './order-in-hand'
import { forgetPendingOrder } from './pending-orders'

/**
 * Sends an order whose payment was taken. The key is the payment's, so sending it again is
 * harmless; if it fails the visitor may send the same order again, and never pays again.
 */
export async function sendPaidOrder(desk: Desk, order: OrderInHand, told: Outcome): Promise<void> {
  desk.tell({ type: 'paid', order })
  const key = paymentIntentIdOf(order.clientSecret)
  try {
    const call = runMutation(() => placeOrder(order.payload, key))
    const { userEmailSent } = await holdFor(readingTime, call)
    forgetPendingOrder(order)
    desk.tell({ type: 'order-stored', outcome: told })
    desk.toasts.show({ kind: 'order-submitted', userEmailSent })
  } catch (error) {
    desk.tell({ type: 'paid-order-failed', order })
    desk.toasts.show({ kind: isTooOften(error) ? 'order-too-often' : 'order-failed' })
  }
}
