import type { Donation, PaymentFailure } from './schema'
import type { Queryable } from './store'

/** Payments that succeeded since then (ms); of one address, or of all. */
export async function countSucceeded(
  db: Queryable,
  since: number,
  addressHash?: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('donations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'succeeded')
    .where('createdAt', '>', since)
    .$if(addressHash !== undefined, query => query.where('addressHash', '=', addressHash ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Intents asked for since then (ms). */
export async function countIntents(db: Queryable, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('donations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

type OpenIntent = Pick<Donation, 'paymentIntentId'>

/** Intents that can still be paid although at least so many cards were declined on them. */
export async function listFailingIntents(
  db: Queryable,
  atLeast: number,
  limit: number,
): Promise<OpenIntent[]> {
  return db
    .selectFrom('donations')
    .select('paymentIntentId')
    .where('state', '=', 'open')
    .where('failures', '>=', atLeast)
    .limit(limit)
    .execute()
}

/**
 * Intents of an address that can still be paid and for which nobody pressed Pay on the page: one
 * with a draft may be waiting for its bank.
 */
export async function listIdleIntents(
  db: Queryable,
  addressHash: string,
  limit: number,
): Promise<OpenIntent[]> {
  return db
    .selectFrom('donations')
    .leftJoin('orderDrafts', 'orderDrafts.paymentIntentId', 'donations.paymentIntentId')
    .select('donations.paymentIntentId')
    .where('donations.addressHash', '=', addressHash)
    .where('donations.state', '=', 'open')
    .where('orderDrafts.paymentIntentId', 'is', null)
    .limit(limit)
    .execute()
}

/** False: this event was noted before. */
export async function insertFailure(db: Queryable, failure: PaymentFailure): Promise<boolean> {
  const result = await db
    .insertInto('paymentFailures')
    .values(failure)
    .onConflict(conflict => conflict.column('eventId').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Declined payments since then (ms); of one address, or of all. */
export async function countFailures(
  db: Queryable,
  since: number,
  addressHash?: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('paymentFailures')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('at', '>', since)
    .$if(addressHash !== undefined, query => query.where('addressHash', '=', addressHash ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets what is too old to count. */
export async function forgetFailures(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('paymentFailures').where('at', '<', before).execute()
}

/** Addresses with at least so many declined payments since then (ms). */
export async function listFailingAddresses(
  db: Queryable,
  since: number,
  atLeast: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentFailures')
    .select('addressHash')
    .where('at', '>', since)
    .groupBy('addressHash')
    .having(eb => eb.fn.countAll<number>(), '>=', atLeast)
    .execute()
  return rows.map(row => row.addressHash)
}
