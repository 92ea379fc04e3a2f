import { sql } from 'kysely'
import type { Donation, DonationState } from '../orders/donation'
import { claimRows, lockRows } from './engine-differences'
import type { Engine, Queryable } from './store'
import type { DonationRow } from './tables'

export async function insertDonation(db: Queryable, donation: Donation): Promise<void> {
  await db
    .insertInto('donations')
    .values(toRow(donation))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function saveDonation(db: Queryable, donation: Donation): Promise<void> {
  const { id, ...changes } = toRow(donation)
  await db.updateTable('donations').set(changes).where('id', '=', id).execute()
}

/** The donation of an intent, by the intent's id or by our reference, held until the end. */
export async function lockDonation(
  engine: Engine,
  trx: Queryable,
  wanted: { paymentIntentId: string; ref: string | null },
): Promise<Donation | null> {
  const query = trx
    .selectFrom('donations')
    .selectAll()
    .where(eb =>
      eb.or([
        eb('payment_intent_id', '=', wanted.paymentIntentId),
        eb('id', '=', wanted.ref ?? ''),
      ]),
    )
    // After a restored backup both may exist: the one that already names the intent is it.
    .orderBy(sql`payment_intent_id is null`)
  const row = await lockRows(engine, query).executeTakeFirst()
  return row ? toDonation(row) : null
}

export async function findDonation(db: Queryable, paymentIntentId: string) {
  const row = await db
    .selectFrom('donations')
    .selectAll()
    .where('payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst()
  return row ? toDonation(row) : null
}

/** Asks for a look at a donation no later than `settleAt` (ms). */
export async function scheduleSettling(
  db: Queryable,
  paymentIntentId: string,
  settleAt: number,
): Promise<void> {
  await db
    .updateTable('donations')
    .set({ settle_at: settleAt, settle_attempts: 0 })
    .where('payment_intent_id', '=', paymentIntentId)
    .where(eb => eb.or([eb('settle_at', 'is', null), eb('settle_at', '>', settleAt)]))
    .execute()
}

/**
 * Takes the donations that are due by moving their next look to `until` (ms): other processes pass
 * them over, and if this one dies they are due again. Call in a transaction.
 */
export async function claimDueDonations(
  engine: Engine,
  trx: Queryable,
  now: number,
  until: number,
  limit: number,
): Promise<Donation[]> {
  const query = trx
    .selectFrom('donations')
    .selectAll()
    .where('settle_at', '<=', now)
    .where('payment_intent_id', 'is not', null)
    .orderBy('settle_at')
    .limit(limit)
  const rows = await claimRows(engine, query).execute()
  if (rows.length === 0) return []
  await trx
    .updateTable('donations')
    .set(eb => ({ settle_at: until, settle_attempts: eb('settle_attempts', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
  return rows.map(toDonation)
}

/** Unpaid intents of ours in this mode created before `before` (ms), the oldest first. */
export async function listStaleDonations(
  db: Queryable,
  livemode: boolean,
  before: number,
  limit: number,
) {
  const rows = await db
    .selectFrom('donations')
    .selectAll()
    .where('state', 'in', ['open', 'minting'])
    .where('livemode', '=', livemode ? 1 : 0)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(toDonation)
}

/** Sets the next look at a donation (ms), or that none is due. */
export async function setSettleAt(db: Queryable, id: string, settleAt: number | null) {
  await db.updateTable('donations').set({ settle_at: settleAt }).where('id', '=', id).execute()
}

/** Closes a donation that was never paid and never will be. */
export async function closeDonation(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('donations')
    .set({ state: 'canceled', settle_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['minting', 'open'])
    .execute()
}

/** When we last learnt of a payment that succeeded, among those made since then (ms). */
export async function findLastSuccess(db: Queryable, since: number): Promise<number | null> {
  const row = await db
    .selectFrom('donations')
    .select(eb => eb.fn.max('succeeded_at').as('at'))
    .where('state', '=', 'succeeded')
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Counts one declined payment. */
export async function countFailure(db: Queryable, paymentIntentId: string): Promise<void> {
  await db
    .updateTable('donations')
    .set(eb => ({ failures: eb('failures', '+', 1) }))
    .where('payment_intent_id', '=', paymentIntentId)
    .execute()
}

function toRow(donation: Donation): DonationRow {
  return {
    id: donation.id,
    payment_intent_id: donation.paymentIntentId,
    state: donation.state,
    amount_kopiykas: donation.amountKopiykas,
    received_kopiykas: donation.receivedKopiykas,
    refunded_kopiykas: donation.refundedKopiykas,
    disputed: donation.disputed ? 1 : 0,
    livemode: donation.livemode ? 1 : 0,
    failures: donation.failures,
    address_hash: donation.addressHash,
    created_at: donation.createdAt,
    succeeded_at: donation.succeededAt,
    settle_at: donation.settleAt,
    settle_attempts: donation.settleAttempts,
  }
}

function toDonation(row: DonationRow): Donation {
  return {
    id: row.id,
    paymentIntentId: row.payment_intent_id,
    state: row.state as DonationState,
    amountKopiykas: row.amount_kopiykas,
    receivedKopiykas: row.received_kopiykas,
    refundedKopiykas: row.refunded_kopiykas,
    disputed: row.disputed === 1,
    livemode: row.livemode === 1,
    failures: row.failures,
    addressHash: row.address_hash,
    createdAt: row.created_at,
    succeededAt: row.succeeded_at,
    settleAt: row.settle_at,
    settleAttempts: row.settle_attempts,
  }
}
