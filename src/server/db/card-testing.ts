import type { Donation, PaymentFailure } from './schema'
import { countRows, type Queryable } from './store'

/** Above every address hash that begins with the network's; `g` follows the hexadecimal digits. */
const endOf = (network: string) => `${network}g`

export async function countSucceeded(
  db: Queryable,
  network: string,
  since: number,
): Promise<number> {
  return countRows(
    db
      .selectFrom('donations')
      .where('addressHash', '>=', network)
      .where('addressHash', '<', endOf(network))
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
      .where('addressHash', '>=', network)
      .where('addressHash', '<', endOf(network)),
  )
}

/** False: a repeat. */
export async function insertDecline(db: Queryable, failure: PaymentFailure): Promise<boolean> {
  const result = await db
    .insertInto('paymentFailures')
    .values(failure)
    .onConflict(conflict => conflict.column('eventId').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function deleteDeclines(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('paymentFailures').where('at', '<', before).execute()
}

export type OpenIntent = Pick<Donation, 'paymentIntentId' | 'failures' | 'draftedAt'>

/** A network's open intents, and those requested since `since` (ms) and not answered; oldest first. */
export async function listOpenIntents(
  db: Queryable,
  network: string,
  since: number,
): Promise<OpenIntent[]> {
  return db
    .selectFrom('donations')
    .select(['paymentIntentId', 'failures', 'draftedAt'])
    .where('addressHash', '>=', network)
    .where('addressHash', '<', endOf(network))
    .where(eb =>
      eb.or([
        eb('state', '=', 'open'),
        eb.and([eb('state', '=', 'creating'), eb('createdAt', '>', since)]),
      ]),
    )
    .orderBy('createdAt')
    .execute()
}
