import type { Donation } from '../orders/donation'
import type { Queryable } from './store'

type OpenIntent = Pick<Donation, 'id' | 'paymentIntentId'>

/** Payments that succeeded since then (ms); of one address, or of all. */
export async function countSucceeded(
  db: Queryable,
  since: number,
  addressHash?: string,
): Promise<number> {
  const row = await db
    .selectFrom('donations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'succeeded')
    .where('created_at', '>', since)
    .$if(addressHash !== undefined, query => query.where('address_hash', '=', addressHash ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Intents asked for since then (ms). */
export async function countMinted(db: Queryable, since: number): Promise<number> {
  const row = await db
    .selectFrom('donations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Intents that can still be paid although at least so many cards were declined on them. */
export async function listFailingIntents(
  db: Queryable,
  atLeast: number,
  limit: number,
): Promise<OpenIntent[]> {
  return db
    .selectFrom('donations')
    .select(['id', 'payment_intent_id as paymentIntentId'])
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
    .leftJoin('order_drafts', 'order_drafts.payment_intent_id', 'donations.payment_intent_id')
    .select(['donations.id', 'donations.payment_intent_id as paymentIntentId'])
    .where('donations.address_hash', '=', addressHash)
    .where('donations.state', '=', 'open')
    .where('order_drafts.payment_intent_id', 'is', null)
    .limit(limit)
    .execute()
}
