import type { Ticket } from '../orders/ticket'
import type { Queryable } from './store'

/** False: this payment has its ticket already. */
export async function insertTicket(trx: Queryable, ticket: Ticket): Promise<boolean> {
  const result = await trx
    .insertInto('tickets')
    .values({
      id: ticket.id,
      payment_intent_id: ticket.paymentIntentId,
      state: ticket.state,
      amount_kopiykas: ticket.amountKopiykas,
      paid_at: ticket.paidAt,
      card_last4: ticket.cardLast4,
      billing_email: ticket.billingEmail,
      created_at: ticket.createdAt,
      closed_at: ticket.closedAt,
    })
    .onConflict(conflict => conflict.column('payment_intent_id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Closes the ticket of a payment whose order came after all. */
export async function closeTicket(
  trx: Queryable,
  paymentIntentId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ state: 'closed', closed_at: now })
    .where('payment_intent_id', '=', paymentIntentId)
    .where('state', '=', 'open')
    .execute()
}

export async function countOpenTickets(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('tickets')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
