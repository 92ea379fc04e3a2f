import type { Ticket } from '../orders/ticket'
import type { Queryable } from './store'

/** Payments without an order, the oldest first. */
export async function listTickets(db: Queryable, state?: Ticket['state']): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('tickets')
    .selectAll()
    .$if(state !== undefined, query => query.where('state', '=', state ?? ''))
    .orderBy('paid_at')
    .execute()
  return rows.map(row => ({
    id: row.id,
    paymentIntentId: row.payment_intent_id,
    state: row.state as Ticket['state'],
    amountKopiykas: row.amount_kopiykas,
    paidAt: row.paid_at,
    cardLast4: row.card_last4,
    billingEmail: row.billing_email,
    createdAt: row.created_at,
    closedAt: row.closed_at,
  }))
}
