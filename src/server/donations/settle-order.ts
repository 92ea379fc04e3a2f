import type { Order, Payment } from '../orders/order'
import { queueLetters } from '../orders/queue-letters'
import type { Services } from '../services'
import { insertLetters } from '../store/letters'
import { addHistory, savePayment } from '../store/orders'
import type { Queryable } from '../store/store'
import type { Donation } from './donation'
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
  const payment = readPayment(bound)
  if (payment !== bound.order.payment) await change(services, trx, bound, payment)
  const open = payment === 'verifying' || payment === 'awaiting'
  return open ? services.now() + settleBackoffMs(bound.donation.settleAttempts + 1) : null
}

/** Money that came back or is disputed outranks that it once was paid. */
function readPayment({ order, donation }: Bound): Payment {
  if (donation.state === 'processing') return 'awaiting'
  if (donation.state === 'open') return order.payment
  if (donation.state === 'canceled') return 'claimed'
  if (donation.disputed) return 'disputed'
  return donation.refundedKopiykas > 0 ? 'returned' : 'paid'
}

async function change(
  services: Services,
  trx: Queryable,
  { order, donation }: Bound,
  payment: Payment,
): Promise<void> {
  const changed = { ...order, payment, confirmedKopiykas: donation.receivedKopiykas }
  await savePayment(trx, changed)
  await addHistory(trx, {
    orderId: order.id,
    at: services.now(),
    event: 'payment',
    detail: `${order.payment} to ${payment}`,
  })
  await queueLetters(services, trx, changed)
  await insertLetters(
    trx,
    writeNews(services, changed, donation),
    services.now(),
    services.mailDomain,
  )
}

function writeNews(services: Services, order: Order, donation: Donation) {
  if (order.payment === 'returned')
    return services.letters.donationReturned(order, donation.refundedKopiykas)
  return order.payment === 'disputed' ? services.letters.donationDisputed(order) : []
}
