import { insertLetters } from '../db/letters'
import { addHistory } from '../db/orders'
import { listReversals, saveReversal } from '../db/reversals'
import type { Donation, Order, Reversal } from '../db/schema'
import type { Queryable } from '../db/store'
import type { Services } from '../services'
import type { PaymentReading } from './read-payment'

/** Writes down what changed among a payment's refunds and disputes; the donation holds their sums. */
export async function noteReversals(
  trx: Queryable,
  donation: Donation,
  payment: PaymentReading,
  now: number,
): Promise<{ donation: Donation; changes: Reversal[] }> {
  if (payment.kind !== 'known' || !payment.reversals) return { donation, changes: [] }
  const paymentIntentId = payment.intent.id
  const stored = new Map((await listReversals(trx, paymentIntentId)).map(row => [row.id, row]))
  const changes = payment.reversals
    .filter(({ id, status }) => stored.get(id)?.status !== status)
    .map(reversal => {
      const createdAt = stored.get(reversal.id)?.createdAt ?? now
      return { ...reversal, paymentIntentId, createdAt, updatedAt: now }
    })
  for (const change of changes) await saveReversal(trx, change)
  return { donation: { ...donation, ...sumUp(payment.reversals, donation) }, changes }
}

/** What went back, or is on its way; and whether the bank is still asking. */
function sumUp(
  reversals: Pick<Reversal, 'status' | 'amountKopiykas'>[],
  { receivedKopiykas }: Donation,
): Pick<Donation, 'refundedKopiykas' | 'disputed'> {
  const back = reversals.filter(({ status }) => ['pending', 'succeeded', 'lost'].includes(status))
  const sum = back.reduce((total, { amountKopiykas }) => total + amountKopiykas, 0)
  return {
    refundedKopiykas: Math.min(sum, receivedKopiykas),
    disputed: reversals.some(({ status }) => status === 'open'),
  }
}

/** Each refund and dispute is told once, and once more if it ends otherwise. */
export async function tellReversals(
  services: Services,
  trx: Queryable,
  order: Order,
  donation: Donation,
  changes: Reversal[],
): Promise<void> {
  const { letters, mailDomain, now } = services
  for (const { id, kind, status, amountKopiykas } of changes) {
    const detail = `${id}: ${amountKopiykas} kopiykas, ${status}`
    await addHistory(trx, { orderId: order.id, at: now(), event: kind, detail })
    const whole = amountKopiykas >= donation.receivedKopiykas
    const written =
      kind === 'dispute'
        ? letters.disputed(order, { id, status })
        : status === 'failed'
          ? letters.refundFailed(order, { id, amountKopiykas })
          : letters.refunded(order, { id, amountKopiykas, whole })
    await insertLetters(trx, written, now(), mailDomain)
  }
}
