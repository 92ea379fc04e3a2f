import { insertEmails } from '../db/emails'
import { randomId } from '../db/random'
import type { Donation, Ticket } from '../db/schema'
import type { Queryable } from '../db/store'
import { insertTicket, updateTicket } from '../db/tickets'
import { ticketEmail } from '../emails/payment-emails'
import type { Services } from '../services'
import type { PaymentIntent } from '../stripe/payment-provider'

/**
 * Opens the ticket of a captured payment without an order and notifies the temple, or updates the
 * refunds of the existing one. `intent` is null if the provider cannot be reached.
 */
export async function openTicket(
  services: Services,
  trx: Queryable,
  donation: Donation,
  intent: PaymentIntent | null,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const now = services.now()
  const ticket: Ticket = {
    id: randomId(),
    paymentIntentId: donation.paymentIntentId ?? '',
    state: 'open',
    amountKopiykas: donation.receivedKopiykas,
    refundedKopiykas: donation.refundedKopiykas,
    paidAt: donation.succeededAt ?? now,
    cardLast4: intent?.cardLast4 ?? null,
    billingEmail: intent?.billingEmail ?? null,
    createdAt: now,
    closedAt: null,
  }
  if (!(await insertTicket(trx, ticket)))
    return { ticket: await updateTicket(trx, ticket), isNew: false }
  const billingName = intent?.billingName ?? null
  const email = ticketEmail(services.emailSettings, { ...ticket, billingName })
  await insertEmails(trx, [email], now)
  const { paymentIntentId } = ticket
  services.log.warn({ paymentIntentId }, 'a captured payment has no order: ticket opened')
  return { ticket, isNew: true }
}
