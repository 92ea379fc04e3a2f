import { insertEmails } from '../db/emails'
import { addHistory, updateOrder } from '../db/orders'
import { capturedPayments, type Donation, type Order } from '../db/schema'
import type { Transaction } from '../db/store'
import { donorConfirmedEmails } from '../emails/payment-emails'
import type { Services } from '../services'
import { isUndecided, paymentOf } from './donation'
import { ticketGraceMs } from './next-check'
import { queueThanks } from './save-order'

/** Gives an order, locked by the caller, the state of its donation, and tells the donor. */
export async function updatePayment(
  services: Services,
  trx: Transaction,
  order: Order,
  donation: Donation,
): Promise<Order> {
  const now = services.now()
  const payment = findPayment(order, donation, now)
  if (payment === order.payment) return order
  const isNews = capturedPayments.includes(payment) && !capturedPayments.includes(order.payment)
  const isDismissed = order.fulfilment === 'dismissed'
  // It was paid after all.
  const isRevived = isDismissed && isNews && payment === 'paid' && order.erasedAt === null
  const isNotified = order.noticeId !== null
  const isDue = isRevived || (!isDismissed && !isUndecided(payment) && isUndecided(order.payment))
  const changes = {
    payment,
    confirmedKopiykas: donation.receivedKopiykas,
    ...(isRevived && { fulfilment: 'waiting' as const }),
    ...(isDue && !isNotified && { noticeDueAt: now }),
  }
  await updateOrder(trx, order.id, changes)
  const changed: Order = { ...order, ...changes }
  const detail = `${order.payment} to ${payment}`
  await addHistory(trx, { orderId: order.id, at: now, event: 'payment', detail })
  if (changed.fulfilment === 'dismissed') return changed
  const thanks = await queueThanks(services, trx, changed)
  // The donor was thanked before, without a word of the donation.
  if (!thanks && isNews && payment === 'paid')
    await insertEmails(trx, donorConfirmedEmails(services.emailSettings, changed), now)
  return changed
}

/** After ten minutes an unverified order counts as claimed; it can still become paid. */
function findPayment(order: Order, donation: Donation, now: number): Order['payment'] {
  const payment = paymentOf(donation, order.payment)
  const isOpen = donation.state !== 'processing' && isUndecided(payment)
  return isOpen && now - order.createdAt >= ticketGraceMs ? 'claimed' : payment
}
