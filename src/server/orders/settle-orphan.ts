import type { CandleOrder } from '../../shared/candle-order'
import { insertLetters } from '../db/letters'
import { deleteDraft, findDraft, type OrderDraft } from '../db/order-drafts'
import { randomId } from '../db/random-id'
import type { Queryable } from '../db/store'
import { insertTicket } from '../db/tickets'
import { ticketEmail } from '../emails/write-emails'
import type { Services } from '../services'
import type { IntentFacts } from '../stripe/card-provider'
import { composeOrder } from './compose-order'
import type { Donation } from './donation'
import { paymentOf } from './payment-of'
import { readDraft } from './read-draft'
import { saveOrder } from './save-order'
import { draftGraceMs, settleBackoffMs, ticketGraceMs } from './settling-times'
import type { Ticket } from './ticket'

interface Orphan {
  donation: Donation
  facts: IntentFacts
}

/**
 * A donation without an order: made from the draft after a short grace, or else a ticket to the
 * temple after a longer one. Returns when to look again (ms), null when nothing is open.
 */
export async function settleOrphan(
  services: Services,
  trx: Queryable,
  orphan: Orphan,
): Promise<number | null> {
  const draft = await findDraft(trx, orphan.facts.id)
  if (draft && orphan.donation.state === 'canceled') await deleteDraft(trx, orphan.facts.id)
  if (orphan.donation.state !== 'succeeded') return whenToLookAgain(services, orphan, draft)
  const paidAt = orphan.donation.succeededAt ?? services.now()
  const due = paidAt + (draft ? draftGraceMs : ticketGraceMs)
  if (services.now() < due) return due
  const sent = draft && readDraft(services, draft)
  if (sent) await promoteDraft(services, trx, orphan, { ...draft, sent })
  else await openTicket(services, trx, orphan, paidAt)
  return null
}

/** Pay was pressed, and it is not known yet how it ended: the webhook may never come. */
function whenToLookAgain(
  services: Services,
  { donation }: Orphan,
  draft: OrderDraft | null,
): number | null {
  const resting = donation.state === 'canceled' || (donation.state === 'open' && !draft)
  return resting ? null : services.now() + settleBackoffMs(donation.settleAttempts + 5)
}

async function promoteDraft(
  services: Services,
  trx: Queryable,
  { donation, facts }: Orphan,
  draft: OrderDraft & { sent: CandleOrder },
): Promise<void> {
  const order = composeOrder(draft.sent, {
    idempotencyKey: facts.id,
    paymentIntentId: facts.id,
    source: 'draft',
    payment: paymentOf(donation, 'awaiting'),
    confirmedKopiykas: donation.receivedKopiykas,
    addressHash: draft.addressHash,
    now: services.now(),
  })
  await saveOrder(services, trx, order)
  services.log.info({ orderId: order.id }, 'an order was made from its draft')
}

async function openTicket(
  services: Services,
  trx: Queryable,
  { donation, facts }: Orphan,
  paidAt: number,
): Promise<void> {
  const ticket: Ticket = {
    id: randomId(),
    paymentIntentId: facts.id,
    state: 'open',
    amountKopiykas: donation.receivedKopiykas,
    paidAt,
    cardLast4: facts.cardLast4,
    billingEmail: facts.billingEmail,
    createdAt: services.now(),
    closedAt: null,
  }
  if (!(await insertTicket(trx, ticket))) return
  const { refundedKopiykas } = donation
  const email = ticketEmail(services.emailSettings, {
    ...ticket,
    refundedKopiykas,
    billingName: null,
  })
  await insertLetters(trx, [email], services.now(), services.mailDomain)
  services.log.warn({ paymentIntentId: facts.id }, 'a captured payment has no order: ticket opened')
}
