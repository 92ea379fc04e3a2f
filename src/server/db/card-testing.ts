import type { Donation, PaymentFailure } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

/** Above every address hash that begins with the network's; `g` follows the hexadecimal digits. */
const endOf = (network: string) => `${network}g`

/** Payments since then (ms) that succeeded. */
export async function countSucceeded(
  db: Queryable,
  since: number,
  network: string,
): Promise<number> {
  return countRows(
    db
      .selectFrom('donations')
      .where(eb => eb.between('addressHash', network, endOf(network)))
      .where('createdAt', '>', since)
      .where('state', '=', 'succeeded'),
  )
}

/** Declined cards since then (ms), of a network, or of all. */
export async function countDeclined(db: Queryable, since: number, network = ''): Promise<number> {
  return countRows(
    db
      .selectFrom('paymentFailures')
      .where('at', '>', since)
      .where(eb => eb.between('addressHash', network, endOf(network))),
  )
}

/** Also counts it in its donation. An event may return after retention has deleted it. */
export async function insertDecline(trx: Transaction, failure: PaymentFailure): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('paymentFailures')
    .values(failure)
    .onConflict(conflict => conflict.column('eventId').doNothing())
    .executeTakeFirst()
  if (inserted !== 1n) return
  await trx
    .updateTable('donations')
    .set(eb => ({ failures: eb('failures', '+', 1) }))
    .where('paymentIntentId', '=', failure.paymentIntentId)
    .execute()
}

export async function deleteDeclines(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('paymentFailures').where('at', '<', before).execute()
}

export type OpenIntent = Pick<Donation, 'paymentIntentId' | 'failures' | 'draftedAt' | 'createdAt'>

/** A network's open intents, oldest first. */
export async function listOpenIntents(db: Queryable, network: string): Promise<OpenIntent[]> {
  return db
    .selectFrom('donations')
    .select(['paymentIntentId', 'failures', 'draftedAt', 'createdAt'])
    .where(eb => eb.between('addressHash', network, endOf(network)))
    .where('state', '=', 'open')
    .orderBy('createdAt')
    .execute()
}
