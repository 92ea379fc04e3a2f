import { insertLetters } from '../db/letters'
import { addHistory, savePayment } from '../db/orders'
import type { Queryable } from '../db/store'
import type { Email } from '../emails/email'
import { disputeEmails, refundEmails } from '../emails/write-emails'
import type { Services } from '../services'
import type { Donation } from './donation'
import { flagTwin } from './flag-twin'
import type { Order, Payment } from './order'
import { paymentOf } from './payment-of'
import { queueEmails } from './queue-emails'
import { settleBackoffMs } from './settling-times'

interface Bound {
  order: Order
  donation: Donation
}

/** The order of a donation learns what became of the money. Returns when to look again (ms). */
export async function settleOrder(
  services: Services,
  trx: Queryable,
  bound: Bound,
): Promise<number | null> {
  const payment = paymentOf(bound.donation, bound.order.payment)
  if (payment !== bound.order.payment) await change(services, trx, bound, payment)
  const open = payment === 'verifying' || payment === 'awaiting'
  return open ? services.now() + settleBackoffMs(bound.donation.settleAttempts + 1) : null
}

async function change(
  services: Services,
  trx: Queryable,
  { order, donation }: Bound,
  payment: Payment,
): Promise<void> {
  const news = { ...order, payment, confirmedKopiykas: donation.receivedKopiykas }
  const changed = await flagTwin(trx, news)
  await savePayment(trx, changed)
  await addHistory(trx, {
    orderId: order.id,
    at: services.now(),
    event: 'payment',
    detail: `${order.payment} to ${payment}`,
  })
  await queueEmails(services, trx, changed)
  await insertLetters(
    trx,
    paymentEmails(services, changed, donation),
    services.now(),
    services.mailDomain,
  )
}

/** Refunds and disputes have no ids here yet: the order's own stands for the first of each. */
function paymentEmails(
  { emailSettings }: Services,
  order: Order,
  { refundedKopiykas, receivedKopiykas }: Donation,
): Email[] {
  const { id } = order
  if (order.payment === 'disputed')
    return disputeEmails(emailSettings, order, { id, status: 'open' })
  if (order.payment !== 'returned') return []
  const whole = refundedKopiykas >= receivedKopiykas
  return refundEmails(emailSettings, order, { id, amountKopiykas: refundedKopiykas, whole })
}
