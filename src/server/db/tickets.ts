import type { Ticket } from './schema'
import { countRows, type Queryable } from './store'

/** False: the payment has a ticket already. */
export async function insertTicket(trx: Queryable, ticket: Ticket): Promise<boolean> {
  const result = await trx
    .insertInto('tickets')
    .values(ticket)
    .onConflict(conflict => conflict.column('paymentIntentId').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Updates the refunded sum. */
export function updateTicket(
  trx: Queryable,
  { paymentIntentId, refundedKopiykas }: Ticket,
): Promise<Ticket> {
  return trx
    .updateTable('tickets')
    .set({ refundedKopiykas })
    .where('paymentIntentId', '=', paymentIntentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function closeTicket(
  trx: Queryable,
  paymentIntentId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ state: 'closed', closedAt: now })
    .where('paymentIntentId', '=', paymentIntentId)
    .where('state', '=', 'open')
    .execute()
}

export async function countOpenTickets(db: Queryable): Promise<number> {
  return countRows(db.selectFrom('tickets').where('state', '=', 'open'))
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
