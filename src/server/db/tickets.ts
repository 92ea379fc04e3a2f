import type { Ticket } from './schema'
import { countRows, type Queryable } from './store'

/** Resolves to the payment's ticket: this one, or an earlier one with its refunded sum updated. */
export async function saveTicket(db: Queryable, ticket: Ticket): Promise<Ticket> {
  const { refundedKopiykas } = ticket
  return db
    .insertInto('tickets')
    .values(ticket)
    .onConflict(conflict => conflict.column('paymentIntentId').doUpdateSet({ refundedKopiykas }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function closeTicket(
  db: Queryable,
  paymentIntentId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ state: 'closed', closedAt: now })
    .where('paymentIntentId', '=', paymentIntentId)
    .where('state', '=', 'open')
    .execute()
}

export async function countOpenTickets(db: Queryable): Promise<number> {
  return countRows(db.selectFrom('tickets').where('state', '=', 'open'))
}

export function findTicket(db: Queryable, paymentIntentId: string): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
}

/** Payments without an order, the oldest first. */
export async function listTickets(db: Queryable, state?: Ticket['state']): Promise<Ticket[]> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .$if(state !== undefined, query => query.where('state', '=', state ?? 'open'))
    .orderBy('paidAt')
    .execute()
}
