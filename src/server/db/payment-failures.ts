import type { Queryable } from './store'

export interface PaymentFailure {
  eventId: string
  paymentIntentId: string
  addressHash: string
  /** ms since 1970. */
  at: number
}

/** False: this event was noted before. */
export async function insertFailure(db: Queryable, failure: PaymentFailure): Promise<boolean> {
  const result = await db
    .insertInto('payment_failures')
    .values({
      event_id: failure.eventId,
      payment_intent_id: failure.paymentIntentId,
      address_hash: failure.addressHash,
      at: failure.at,
    })
    .onConflict(conflict => conflict.column('event_id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Declined payments since then (ms); of one address, or of all. */
export async function countFailures(
  db: Queryable,
  since: number,
  addressHash?: string,
): Promise<number> {
  const row = await db
    .selectFrom('payment_failures')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('at', '>', since)
    .$if(addressHash !== undefined, query => query.where('address_hash', '=', addressHash ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Forgets what is too old to count. */
export async function forgetFailures(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('payment_failures').where('at', '<', before).execute()
}

/** Addresses with at least so many declined payments since then (ms). */
export async function listFailingAddresses(
  db: Queryable,
  since: number,
  atLeast: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_failures')
    .select('address_hash')
    .where('at', '>', since)
    .groupBy('address_hash')
    .having(eb => eb.fn.countAll<number>(), '>=', atLeast)
    .execute()
  return rows.map(row => row.address_hash)
}
