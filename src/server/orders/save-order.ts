import { setTimeout as pause } from 'node:timers/promises'
import { findEmail, insertEmails } from '../db/emails'
import { addHistory, insertOrder, updateOrder } from '../db/orders'
import { capturedPayments, type Donation, type Order, type StoredEmail } from '../db/schema'
import type { Transaction } from '../db/store'
import { mayEmailDonor } from '../emails/email-budget'
import { thanksEmails } from '../emails/order-emails'
import { donorConfirmedEmails, paymentConfirmedEmail } from '../emails/payment-emails'
import type { Services } from '../services'
import { paymentOf } from './donation'
import { ticketGraceMs } from './next-check'
import { markPossibleDoubles } from './possible-double'

/**
 * Stores a new order with the donor's thanks. null: its key exists. `isAwaited`: the caller makes the
 * first delivery attempt itself.
 */
export async function saveOrder(
  services: Services,
  trx: Transaction,
  composed: Order,
  { isAwaited }: { isAwaited: boolean },
): Promise<{ order: Order; thanks: StoredEmail | undefined } | null> {
  const order = { ...composed, noticeDueAt: isPending(composed.payment) ? null : services.now() }
  if (!(await insertOrder(trx, order))) return null
  return { order, thanks: await queueThanks(services, trx, order, { isAwaited }) }
}

/**
 * Whether the donor's email was sent. Only the request that has queued it, `thanks`, tries once to
 * deliver it, for a bounded time; concurrent requests wait for that.
 */
export async function awaitFirstDelivery(
  { store, outbox, now, firstEmailMs }: Services,
  order: Order,
  thanks?: StoredEmail,
): Promise<boolean> {
  if (!mayEmailDonor(order)) return false
  if (thanks) return outbox.tryNow(thanks, firstEmailMs)
  for (let waitedMs = 0; ; waitedMs += 50) {
    const email = await findEmail(store.db, order.id, 'donor-thanks')
    const isTried = email?.state !== 'waiting' || email.lastError !== null
    const isLate = waitedMs >= firstEmailMs || now() - order.createdAt >= firstEmailMs
    if (isTried || isLate) return email?.state === 'sent'
    await pause(50)
  }
}

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
  const isCancelled = order.fulfilment === 'cancelled'
  // It was paid after all.
  const isRevived = isCancelled && isNews && payment === 'paid' && order.erasedAt === null
  const isNotified = order.noticeId !== null
  // Told as claimed, even if it was disputed since: the temple has no confirmation yet.
  const isConfirmed = payment === 'paid' && isUnconfirmed(order.toldPayment)
  const isDue = isRevived || (!isCancelled && !isPending(payment) && isPending(order.payment))
  const changed: Order = {
    ...order,
    payment,
    confirmedKopiykas: donation.receivedKopiykas,
    fulfilment: isRevived ? 'waiting' : order.fulfilment,
    noticeDueAt: isDue && !isNotified ? now : order.noticeDueAt,
    toldPayment: isConfirmed ? payment : order.toldPayment,
  }
  await updateOrder(trx, order.id, changed)
  const detail = `${order.payment} to ${payment}`
  await addHistory(trx, { orderId: order.id, at: now, event: 'payment', detail })
  if (isConfirmed) {
    const marked = await markPossibleDoubles(trx, [changed])
    const emails = marked.map(one => paymentConfirmedEmail(services.emailSettings, one))
    await insertEmails(trx, emails, now)
  }
  if (changed.fulfilment === 'cancelled') return changed
  const thanks = await queueThanks(services, trx, changed)
  // The donor was thanked before, without a word of the donation.
  if (!thanks && isNews && payment === 'paid')
    await insertEmails(trx, donorConfirmedEmails(services.emailSettings, changed), now)
  return changed
}

/** After ten minutes an unverified order counts as claimed; it can still become paid. */
function findPayment(order: Order, donation: Donation, now: number): Order['payment'] {
  const payment = paymentOf(donation, order.payment)
  const isOpen = donation.state !== 'processing' && isPending(payment)
  return isOpen && now - order.createdAt >= ticketGraceMs ? 'claimed' : payment
}

const isUnconfirmed = (told: Order['toldPayment']) =>
  told !== null && told !== 'none' && !capturedPayments.includes(told)

export const isPending = (payment: Order['payment']) =>
  payment === 'verifying' || payment === 'awaiting'

async function queueThanks(
  services: Services,
  trx: Transaction,
  order: Order,
  { isAwaited } = { isAwaited: false },
): Promise<StoredEmail | undefined> {
  if (isPending(order.payment) || !mayEmailDonor(order)) return undefined
  const now = services.now()
  if (!(await services.emailBudget.isWithinEmailBudget(trx, order, now))) return undefined
  const emails = thanksEmails(services.emailSettings, order)
  const [thanks] = isAwaited
    ? await services.outbox.reserve(trx, emails)
    : await insertEmails(trx, emails, now)
  return thanks
}
