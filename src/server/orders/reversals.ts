import { dayMs } from '../../shared/durations'
import { listReversals, saveReversal } from '../db/donations'
import { insertEmails } from '../db/emails'
import { addHistory } from '../db/orders'
import type { Donation, Reversal } from '../db/schema'
import type { Transaction } from '../db/store'
import { isOrder, type Reversed, reversalEmails } from '../emails/payment-emails'
import type { Services } from '../services'
import type { PaymentIntent } from '../stripe/payment-provider'
import type { PaymentReading } from './read-payment'

/** Saves changed refunds and disputes, and their sums in the donation. */
export async function saveReversals(
  services: Services,
  trx: Transaction,
  donation: Donation,
  { read, before }: { read: PaymentReading; before: Donation | undefined },
): Promise<{ donation: Donation; changes: Reversal[] }> {
  if (read.kind !== 'known' || !read.reversals)
    return { donation: dropOldReport(services, donation), changes: [] }
  if (read.reversals === 'unlisted')
    return { donation: noteUnlisted(services, donation, read.intent), changes: [] }
  const paymentIntentId = read.intent.id
  const stored = new Map((await listReversals(trx, paymentIntentId)).map(row => [row.id, row]))
  // The provider lists the newest first.
  const changes = read.reversals
    .toReversed()
    .filter(({ id, status }) => stored.get(id)?.status !== status)
    .map(reversal => ({ ...reversal, paymentIntentId }))
  for (const change of changes) await saveReversal(trx, change)
  // A report that came during the reading may be of a later reversal.
  const { reversalReportedAt: reportedAt } = donation
  const reversalReportedAt = reportedAt === before?.reversalReportedAt ? null : reportedAt
  const sums = sumUp(read.reversals, donation)
  return { donation: { ...donation, ...sums, reversalReportedAt }, changes }
}

/** A captured payment gets its order all the same, and another check; until then the charge is all we know. */
function noteUnlisted(services: Services, donation: Donation, intent: PaymentIntent): Donation {
  const reversalReportedAt = donation.reversalReportedAt ?? services.now()
  const { refundedKopiykas, everDisputed: disputed } = intent
  const charged = donation.hasOrderOrTicket ? {} : { refundedKopiykas, disputed }
  return dropOldReport(services, { ...donation, ...charged, reversalReportedAt })
}

/** As long as the provider keeps its events. */
const maxReportAgeMs = 30 * dayMs

function dropOldReport({ log, now }: Services, donation: Donation): Donation {
  const { paymentIntentId, reversalReportedAt: reportedAt } = donation
  if (reportedAt === null || now() - reportedAt < maxReportAgeMs) return donation
  log.error({ paymentIntentId }, 'a reported refund or dispute was not confirmed within 30 days')
  return { ...donation, reversalReportedAt: null }
}

/** The money was or is being returned. */
const isBack = ({ status }: Pick<Reversal, 'status'>) =>
  ['pending', 'succeeded', 'lost'].includes(status)

/** The sum that was or is being returned, and whether a dispute is open. */
function sumUp(
  reversals: Pick<Reversal, 'status' | 'amountKopiykas'>[],
  { receivedKopiykas }: Donation,
): Pick<Donation, 'refundedKopiykas' | 'disputed'> {
  const sum = reversals
    .filter(isBack)
    .reduce((total, { amountKopiykas }) => total + amountKopiykas, 0)
  return {
    refundedKopiykas: Math.min(sum, receivedKopiykas),
    disputed: reversals.some(({ status }) => status === 'open'),
  }
}

/** Reports each refund and dispute once, and again if its result changes. */
export async function notifyOfReversals(
  services: Services,
  trx: Transaction,
  about: Reversed,
  donation: Donation,
  changes: Reversal[],
): Promise<void> {
  const { emailSettings, now } = services
  // What was left after each: the refunds that came later are not known to its reader.
  let leftKopiykas = donation.receivedKopiykas - donation.refundedKopiykas
  const left = new Map<string, number>()
  for (const change of changes.toReversed()) {
    left.set(change.id, leftKopiykas)
    if (isBack(change)) leftKopiykas += change.amountKopiykas
  }
  for (const change of changes) {
    const { id, kind, status, amountKopiykas } = change
    const leftKopiykas = left.get(id) ?? 0
    const extent = leftKopiykas > 0 ? 'part' : 'whole'
    const detail = `${id}: ${(amountKopiykas / 100).toFixed(2)} UAH, ${status}`
    if (isOrder(about)) await addHistory(trx, { orderId: about.id, at: now(), event: kind, detail })
    const news = status === 'pending' || status === 'succeeded' ? extent : status
    const emails = reversalEmails(emailSettings, about, {
      id,
      news,
      amountKopiykas,
      leftKopiykas,
    })
    await insertEmails(trx, emails, now())
  }
}
