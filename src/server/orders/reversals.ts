import { listReversals, saveReversal } from '../db/donations'
import type { Email } from '../db/email'
import { insertEmails } from '../db/emails'
import { addHistory } from '../db/orders'
import type { Donation, Reversal } from '../db/schema'
import type { Queryable } from '../db/store'
import { hasOrder, type Reversed, refundEmails, reversalEmail } from '../emails/payment-emails'
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
  const changed = payment.reversals
    .filter(({ id, status }) => stored.get(id)?.status !== status)
    .map(reversal => {
      const createdAt = stored.get(reversal.id)?.createdAt ?? now
      return { ...reversal, paymentIntentId, createdAt, updatedAt: now }
    })
  for (const change of changed) await saveReversal(trx, change)
  const changes = stored.size === 0 ? withoutToldBefore(changed, donation) : changed
  return { donation: { ...donation, ...sumUp(payment.reversals, donation) }, changes }
}

/** What a donation held before each refund and dispute had a row of its own was reported then. */
function withoutToldBefore(
  changed: Reversal[],
  { refundedKopiykas, disputed }: Donation,
): Reversal[] {
  let reported = refundedKopiykas
  // The provider lists the newest first.
  return changed.toReversed().filter(({ kind, status, amountKopiykas }) => {
    if (kind === 'dispute') return !(disputed && status === 'open')
    reported -= amountKopiykas
    return reported < 0
  })
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

/** Each refund and dispute is reported once, and again if it ends differently. */
export async function notifyOfReversals(
  services: Services,
  trx: Queryable,
  about: Reversed,
  donation: Donation,
  changes: Reversal[],
): Promise<void> {
  const { mailDomain, now } = services
  for (const change of changes) {
    const { id, kind, status, amountKopiykas } = change
    const detail = `${id}: ${amountKopiykas} kopiykas, ${status}`
    if (hasOrder(about))
      await addHistory(trx, { orderId: about.id, at: now(), event: kind, detail })
    const emails = reversalEmails(services, about, donation, change)
    await insertEmails(trx, emails, now(), mailDomain)
  }
}

function reversalEmails(
  { emailSettings }: Services,
  about: Reversed,
  donation: Donation,
  { id, status, amountKopiykas }: Reversal,
): Email[] {
  if (status !== 'pending' && status !== 'succeeded')
    return [reversalEmail(emailSettings, about, { id, status, amountKopiykas })]
  // Several refunds may make up the whole: after the last of them nothing stays donated.
  const whole = donation.refundedKopiykas >= donation.receivedKopiykas
  return refundEmails(emailSettings, about, { id, amountKopiykas, whole })
}
