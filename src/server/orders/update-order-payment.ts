import { addHistory, updateOrder } from '../db/orders'
import type { Donation, Order } from '../db/schema'
import type { Transaction } from '../db/store'
import type { Services } from '../services'
import { paymentOf } from './donation'

/** Gives an order the payment state of its donation. The caller has locked it. */
export async function updateOrderPayment(
  services: Pick<Services, 'now'>,
  trx: Transaction,
  order: Order,
  donation: Donation,
): Promise<Order> {
  const now = services.now()
  const payment = paymentOf(donation)
  if (payment === order.payment) return order
  const isConfirmed = order.payment === 'claimed' && payment === 'paid'
  const isDismissed = order.fulfilment === 'dismissed'
  // A dismissed order that was paid after all waits again.
  const isRevived = isDismissed && isConfirmed && order.erasedAt === null
  const changes = {
    payment,
    confirmedKopiykas: donation.receivedKopiykas,
    ...(isRevived && { fulfilment: 'waiting' as const }),
    ...(isRevived && order.noticeId === null && { noticeDueAt: now }),
  }
  await updateOrder(trx, order.id, changes)
  const detail = `${order.payment} to ${payment}`
  await addHistory(trx, { orderId: order.id, at: now, event: 'payment', detail })
  return { ...order, ...changes }
}
