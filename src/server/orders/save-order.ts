import { insertEmails } from '../db/emails'
import { addHistory, hasPaidDuplicate, insertOrder, updateOrder } from '../db/orders'
import { type Donation, type Order, received } from '../db/schema'
import type { Queryable } from '../db/store'
import { closeTicket } from '../db/tickets'
import { canBeWrittenTo, mayWriteMore } from '../emails/email-budget'
import { thanksEmails } from '../emails/order-emails'
import { claimMs } from '../emails/outbox'
import { paymentConfirmedEmail } from '../emails/payment-emails'
import type { Services } from '../services'
import { paymentOf } from './donation'
import { ticketGraceMs } from './next-check'

const duplicateWindowMs = 10 * 60_000

/** Stores a new order with its emails. Null: another stands under its key already. */
export async function saveOrder(
  services: Services,
  trx: Queryable,
  given: Order,
): Promise<Order | null> {
  const flagged = await flagDuplicate(trx, given)
  const order = { ...flagged, noticeDueAt: !isPending(flagged.payment) ? services.now() : null }
  if (!(await insertOrder(trx, order))) return null
  if (received.includes(order.payment)) await noteDifference(trx, order, order.createdAt)
  if (order.paymentIntentId) await closeTicket(trx, order.paymentIntentId, order.createdAt)
  // The request that brought an order tries its thanks at once: they are reserved for it.
  await queueThanks(services, trx, order, given.channel !== 'draft' ? claimMs : 0)
  return order
}

/** The order of a payment learns what became of the money. */
export async function updatePayment(
  services: Services,
  trx: Queryable,
  order: Order,
  donation: Donation,
): Promise<Order> {
  const payment = findPayment(order, donation, services.now())
  if (payment === order.payment) return order
  const confirmedKopiykas = donation.receivedKopiykas
  const isNews = received.includes(payment) && !received.includes(order.payment)
  const isCancelled = order.fulfilment === 'cancelled'
  // Cancelled before its money came: somebody has paid for this candle after all.
  const isRevived = isCancelled && isNews && payment === 'paid' && order.erasedAt === null
  const fulfilment = isRevived ? 'waiting' : order.fulfilment
  const changed = await flagDuplicate(trx, { ...order, payment, confirmedKopiykas, fulfilment })
  const { possibleDouble } = changed
  const isTold = order.noticeId !== null
  const isDue = isRevived || (!isCancelled && !isPending(payment) && isPending(order.payment))
  await updateOrder(trx, order.id, {
    payment,
    confirmedKopiykas,
    possibleDouble,
    fulfilment,
    ...(isDue && !isTold && { noticeDueAt: services.now() }),
  })
  await addHistory(trx, {
    orderId: order.id,
    at: services.now(),
    event: 'payment',
    detail: `${order.payment} to ${payment}`,
  })
  if (isNews) await noteDifference(trx, changed, services.now())
  if (isNews && isTold && payment === 'paid') {
    const email = paymentConfirmedEmail(services.emailSettings, changed)
    await insertEmails(trx, [email], services.now(), services.mailDomain)
  }
  await queueThanks(services, trx, changed)
  return changed
}

async function noteDifference(trx: Queryable, order: Order, at: number): Promise<void> {
  const { id: orderId, claimedKopiykas, confirmedKopiykas } = order
  if (claimedKopiykas === confirmedKopiykas) return
  const detail = `claimed ${claimedKopiykas}, received ${confirmedKopiykas} kopiykas`
  await addHistory(trx, { orderId, at, event: 'amount-differs', detail })
}

/**
 * An order that nobody could verify in ten minutes is reported to the temple as claimed, not
 * confirmed; if the payment turns out to be captured later, it still becomes paid, and the temple
 * is told so.
 */
function findPayment(order: Order, donation: Donation, now: number): Order['payment'] {
  const payment = paymentOf(donation, order.payment)
  const isOpen = donation.state !== 'processing' && isPending(payment)
  return isOpen && Math.abs(now - order.createdAt) >= ticketGraceMs ? 'claimed' : payment
}

/** The provider may soon say more about this payment. */
export const isPending = (payment: Order['payment']) =>
  payment === 'verifying' || payment === 'awaiting'

/** The same person seems to have paid twice: both orders are kept, and the temple gets an email. */
async function flagDuplicate(trx: Queryable, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  return { ...order, possibleDouble: await hasPaidDuplicate(trx, order, duplicateWindowMs) }
}

/**
 * Puts the donor's email into the outbox, once what is known of the payment will not change. The
 * temple's notice follows from the order's row (tell-temple.ts).
 */
async function queueThanks(
  services: Services,
  trx: Queryable,
  order: Order,
  delayMs = 0,
): Promise<void> {
  if (isPending(order.payment) || !canBeWrittenTo(order)) return
  if (!(await mayWriteMore(trx, order, services.now()))) return
  const emails = thanksEmails(services.emailSettings, order)
  const now = services.now()
  await insertEmails(trx, emails, now, services.mailDomain, now + delayMs)
}
