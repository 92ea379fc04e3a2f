import { insertEmails } from '../db/emails'
import type { Donation, Ticket } from '../db/schema'
import { randomId, type Transaction } from '../db/store'
import { saveTicket } from '../db/tickets'
import { ticketEmail } from '../emails/payment-emails'
import type { Services } from '../services'
import { findDueTime } from './next-check'
import type { PaymentReading } from './read-payment'

/**
 * Opens the ticket of a payment that was captured a while ago and has no order, and notifies the
 * temple; or updates the refunds of the existing one.
 */
export async function openTicketIfDue(
  services: Services,
  trx: Transaction,
  donation: Donation,
  read: PaymentReading,
): Promise<{ ticket: Ticket; isNew: boolean } | null> {
  const now = services.now()
  if (donation.state !== 'succeeded' || now < findDueTime(donation, now)) return null
  const intent = read.kind === 'known' ? read.intent : null
  const id = randomId()
  const ticket = await saveTicket(trx, {
    id,
    paymentIntentId: donation.paymentIntentId,
    state: 'open',
    amountKopiykas: donation.receivedKopiykas,
    refundedKopiykas: donation.refundedKopiykas,
    paidAt: donation.succeededAt ?? now,
    cardLast4: intent?.cardLast4 ?? null,
    billingEmail: intent?.billingEmail ?? null,
    createdAt: now,
    closedAt: null,
    erasedAt: null,
  })
  if (ticket.id !== id) return { ticket, isNew: false }
  const billingName = intent?.billingName ?? null
  const email = ticketEmail(services.emailSettings, { ...ticket, billingName })
  await insertEmails(trx, [email], now)
  const { paymentIntentId } = ticket
  services.log.warn({ paymentIntentId }, 'a captured payment has no order: ticket opened')
  return { ticket, isNew: true }
}
