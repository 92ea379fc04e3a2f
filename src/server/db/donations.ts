import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Donation } from './schema'
import { countRows, type Queryable, type Transaction } from './store'

/** Returns false if the intent has a row already. */
export async function insertDonation(db: Queryable, donation: Donation): Promise<boolean> {
  const result = await db
    .insertInto('donations')
    .values(donation)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function updateDonation(
  db: Queryable,
  paymentIntentId: string,
  changes: Partial<Donation>,
): Promise<void> {
  await db
    .updateTable('donations')
    .set(changes)
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

/** The words of an order, as the page sends them with its client secret. */
export interface Words {
  paymentIntentId: string
  secretHash: string
  /** Composes the new draft from the one that is kept. */
  composeDraft: (kept: string | null) => string
  version: number
  now: number
  /** The payment is checked at this time, ms. */
  checkAt: number
}

/**
 * Replaces the words of a payment. The revision stays the same, so a concurrent reading of the provider stays
 * valid and finds the new words. Returns false if there is no such payment with this secret, if it has
 * newer words, or if its order lacks nothing.
 */
export async function replaceDraft(
  trx: Transaction,
  { paymentIntentId, composeDraft, secretHash, version, now, checkAt }: Words,
): Promise<boolean> {
  const kept = await trx
    .selectFrom('donations')
    .select('draft')
    .where('paymentIntentId', '=', paymentIntentId)
    .where('secretHash', '=', secretHash)
    .forUpdate()
    .executeTakeFirst()
  const result = await trx
    .updateTable('donations')
    .set(eb => ({
      draft: composeDraft(kept?.draft ?? null),
      // The card that the visitor tries now has not been declined yet.
      failures: 0,
      draftedAt: now,
      draftVersion: version,
      nextCheckAt: eb
        .case()
        .when('state', '=', 'succeeded')
        .then(now)
        .when('nextCheckAt', '<', checkAt)
        .then(eb.ref('nextCheckAt'))
        .else(checkAt)
        .end(),
      checkAttempts: 0,
    }))
    .where('paymentIntentId', '=', paymentIntentId)
    .where('secretHash', '=', secretHash)
    .where('draftVersion', '<=', version)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('hasOrder', '=', false),
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.paymentIntentId', '=', 'donations.paymentIntentId')
            .where('needsDetails', '=', true),
        ),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export function findDonation(db: Queryable, paymentIntentId: string) {
  return selectDonation(db, paymentIntentId).executeTakeFirst()
}

export function lockDonation(
  trx: Transaction,
  paymentIntentId: string,
): Promise<Donation | undefined> {
  return selectDonation(trx, paymentIntentId).forUpdate().executeTakeFirst()
}

function selectDonation(db: Queryable, paymentIntentId: string) {
  return db.selectFrom('donations').selectAll().where('paymentIntentId', '=', paymentIntentId)
}

/** A payment is `captured` by our row, or by an event that could not be verified yet. */
export type DueKind = 'captured' | 'unpaid'

const isOfKind: Record<DueKind, RawBuilder<SqlBool>> = {
  captured: sql`(state = 'succeeded' or learned_by is not null)`,
  unpaid: sql`(state <> 'succeeded' and learned_by is null)`,
}

/** Leases due donations to the caller until `until`, when they are due again, ms. Returns their intents. */
export async function leaseDueDonations(
  db: Queryable,
  { kind, now, until, limit }: { kind: DueKind; now: number; until: number; limit: number },
): Promise<string[]> {
  const due = await db
    .selectFrom('donations')
    .select('paymentIntentId')
    .where('nextCheckAt', '<=', now)
    .where(isOfKind[kind])
    .orderBy('nextCheckAt')
    .limit(limit)
    // Rows that a sync has locked are skipped. This lock ends with the statement.
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  const ids = due.map(donation => donation.paymentIntentId)
  const rows = await db
    .updateTable('donations')
    .set(eb => ({ nextCheckAt: until, checkAttempts: eb('checkAttempts', '+', 1) }))
    .where('paymentIntentId', 'in', ids)
    .where('nextCheckAt', '<=', now)
    .returning('paymentIntentId')
    .execute()
  const leased = new Set(rows.map(row => row.paymentIntentId))
  return ids.filter(id => leased.has(id))
}

/**
 * Schedules a check of captured payments that still lack an order after this time, ms. Returns how many
 * there were. There should never be any.
 */
export async function sweepCaptured(
  db: Queryable,
  { now, afterMs }: { now: number; afterMs: number },
): Promise<number> {
  const unmatched = selectUnmatched(db, now - afterMs).select('donations.paymentIntentId')
  const result = await db
    .updateTable('donations')
    .set({ nextCheckAt: now, checkAttempts: 0 })
    .where('paymentIntentId', 'in', unmatched)
    .where(eb => eb.or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '>', now + afterMs)]))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Counts the payments that were captured before this time (ms) and lack an order. */
export async function countUnmatched(db: Queryable, before: number): Promise<number> {
  return countRows(selectUnmatched(db, before))
}

/** The flag `has_order` only serves the index, so the orders themselves are read, too. */
function selectUnmatched(db: Queryable, before: number) {
  return (
    db
      .selectFrom('donations')
      .leftJoin('orders', 'orders.paymentIntentId', 'donations.paymentIntentId')
      // Both engines use the partial index only for literals.
      .where(sql<SqlBool>`donations.has_order = 0 and donations.state = 'succeeded'`)
      .where('orders.id', 'is', null)
      .where('donations.succeededAt', '<', before)
  )
}

/** Lists unpaid payments from before this time (ms) that are not canceled yet. */
export async function listUncanceled(db: Queryable, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('donations')
    .select('paymentIntentId')
    .where('nextCheckAt', 'is not', null)
    .where('state', '=', 'open')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .execute()
  return rows.map(row => row.paymentIntentId)
}

/** Returns when a payment last succeeded, ms, or null if none ever has. */
export async function findLastSuccessTime(db: Queryable): Promise<number | null> {
  const { at } = await db
    .selectFrom('donations')
    .select(({ fn }) => fn.max('succeededAt').as('at'))
    .where('succeededAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return at
}

/** A statement takes no more ids, because engines limit its parameters. */
export const idsAtOnce = 1_000

/** Returns the states of those payments that are ours, of at most `idsAtOnce`. */
export async function findStates(
  db: Queryable,
  paymentIntentIds: string[],
): Promise<Map<string, Donation['state']>> {
  const rows = await db
    .selectFrom('donations')
    .select(['paymentIntentId', 'state'])
    .where('paymentIntentId', 'in', paymentIntentIds)
    .execute()
  return new Map(rows.map(row => [row.paymentIntentId, row.state]))
}
