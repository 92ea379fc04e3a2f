import { findLetter, insertLetters } from '../db/letters'
import { addHistory, hasPaidDuplicate, insertOrder, updateOrder } from '../db/orders'
import type { Donation, Order } from '../db/schema'
import type { Queryable } from '../db/store'
import { closeTicket } from '../db/tickets'
import { orderEmails } from '../emails/write-emails'
import type { Services } from '../services'
import { paymentOf } from './donation'
import { ticketGraceMs } from './next-look'
import { canBeWrittenTo } from './order'

const duplicateWindowMs = 10 * 60_000
const firstEmailMs = 2_000

/** Stores a new order with its emails. Null: another stands under its key already. */
export async function saveOrder(
  services: Services,
  trx: Queryable,
  given: Order,
): Promise<Order | null> {
  const order = withKnownAnswer(await flagDuplicate(trx, given))
  if (!(await insertOrder(trx, order))) return null
  if (order.payment === 'paid' && order.claimedKopiykas !== order.confirmedKopiykas) {
    const detail = `claimed ${order.claimedKopiykas}, received ${order.confirmedKopiykas} kopiykas`
    const event = 'amount-differs'
    await addHistory(trx, { orderId: order.id, at: order.createdAt, event, detail })
  }
  if (order.paymentIntentId) await closeTicket(trx, order.paymentIntentId, order.createdAt)
  await queueEmails(services, trx, order)
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
  const changed = await flagDuplicate(trx, { ...order, payment, confirmedKopiykas })
  const { possibleDouble } = changed
  await updateOrder(trx, order.id, { payment, confirmedKopiykas, possibleDouble })
  await addHistory(trx, {
    orderId: order.id,
    at: services.now(),
    event: 'payment',
    detail: `${order.payment} to ${payment}`,
  })
  await queueEmails(services, trx, changed)
  return changed
}

/**
 * An order that nobody could verify in ten minutes is told to the temple as claimed, not
 * confirmed; if the payment turns out to be captured later, it still becomes paid.
 */
function findPayment(order: Order, donation: Donation, now: number): Order['payment'] {
  const payment = paymentOf(donation, order.payment)
  const isOpen = donation.state !== 'processing' && !isSettled(payment)
  return isOpen && Math.abs(now - order.createdAt) >= ticketGraceMs ? 'claimed' : payment
}

const isSettled = (payment: Order['payment']) => payment !== 'verifying' && payment !== 'awaiting'

/** The same person seems to have paid twice: both orders are kept, and the temple is told. */
async function flagDuplicate(trx: Queryable, order: Order): Promise<Order> {
  if (order.payment !== 'paid' || order.possibleDouble) return order
  const since = order.createdAt - duplicateWindowMs
  return { ...order, possibleDouble: await hasPaidDuplicate(trx, order, since) }
}

/** Writes an order's emails into the outbox, once what is known of its payment will not change. */
async function queueEmails(services: Services, trx: Queryable, order: Order): Promise<void> {
  if (!isSettled(order.payment)) return
  const emails = orderEmails(services.emailSettings, order)
  await insertLetters(trx, emails, services.now(), services.mailDomain)
}

/**
 * The order with its first answer, where that is known beforehand: no email will be tried. It is
 * then stored with the order, and one write to the disk less stands between visitor and answer.
 */
function withKnownAnswer(order: Order): Order {
  return hasFirstEmail(order) ? order : { ...order, userEmailSent: false }
}

/** One bounded try for the donor's email; its result is what the first answer says. */
export async function sendFirstEmail(services: Services, order: Order): Promise<boolean> {
  if (!hasFirstEmail(order)) return false
  const sent = await services.outbox.tryNow(order.id, 'donor-thanks', firstEmailMs)
  await updateOrder(services.store.db, order.id, { userEmailSent: sent })
  return sent
}

function hasFirstEmail(order: Order): boolean {
  return canBeWrittenTo(order) && isSettled(order.payment)
}

/** Whether the donor's email has gone out by now. */
export async function wasFirstEmailSent({ store }: Services, order: Order): Promise<boolean> {
  return (await findLetter(store.db, order.id, 'donor-thanks'))?.state === 'sent'
}
