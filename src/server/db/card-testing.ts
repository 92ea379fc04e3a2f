import type { DeclinedCard, Donation } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

/** The upper bound of a network's address hashes: `g` sorts after every hexadecimal digit. */
const endOf = (network: string) => `${network}g`

/** Counts a network's successful payments since a time, ms. */
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

/** Lists when a network's cards were declined since a time, the oldest first, in ms. */
export async function listDeclined(
  db: Queryable,
  since: number,
  network: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('paymentFailures')
    .select('at')
    .where('at', '>', since)
    .where(eb => eb.between('addressHash', network, endOf(network)))
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Counts all declined cards since a time, ms. */
export async function countDeclined(db: Queryable, since: number): Promise<number> {
  return countRows(db.selectFrom('paymentFailures').where('at', '>', since))
}

/** Stores a declined card and counts it in its donation, once even if its event comes again. */
export async function insertDecline(trx: Transaction, declined: DeclinedCard): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('paymentFailures')
    .values(declined)
    .onConflict(conflict => conflict.column('eventId').doNothing())
    .executeTakeFirst()
  if (inserted !== 1n) return
  await trx
    .updateTable('donations')
    .set(eb => ({ failures: eb('failures', '+', 1) }))
    .where('paymentIntentId', '=', declined.paymentIntentId)
    .execute()
}

export async function deleteDeclines(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('paymentFailures').where('at', '<', before).execute()
}

export type OpenIntent = Pick<Donation, 'paymentIntentId' | 'failures' | 'draftedAt' | 'createdAt'>

const selectOpen = (db: Queryable, network: string) =>
  db
    .selectFrom('donations')
    .where(eb => eb.between('addressHash', network, endOf(network)))
    .where('state', '=', 'open')

export function countOpenIntents(db: Queryable, network: string): Promise<number> {
  return countRows(selectOpen(db, network))
}

/** Lists a network's open intents, the oldest first. */
export async function listOpenIntents(
  db: Queryable,
  network: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<OpenIntent[]> {
  return selectOpen(db, network)
    .select(['paymentIntentId', 'failures', 'draftedAt', 'createdAt'])
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}
