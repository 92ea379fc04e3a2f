import { type SqlBool, sql } from 'kysely'
import type { Donation, Reversal } from './schema'
import { countRows, isDue, type Queryable } from './store'

/** False: the intent has a row. */
export async function insertDonation(db: Queryable, donation: Donation): Promise<boolean> {
  const result = await db
    .insertInto('donations')
    .values(donation)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The caller has locked the row, or no other caller knows it yet. */
export async function saveDonation(db: Queryable, donation: Donation): Promise<void> {
  const { paymentIntentId, ...columns } = donation
  const revision = donation.revision + 1
  await db
    .updateTable('donations')
    .set({ ...columns, revision })
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

export function findDonation(db: Queryable, paymentIntentId: string) {
  return selectDonation(db, paymentIntentId).executeTakeFirst()
}

export function lockDonation(
  trx: Queryable,
  paymentIntentId: string,
): Promise<Donation | undefined> {
  return selectDonation(trx, paymentIntentId).forUpdate().executeTakeFirst()
}

function selectDonation(db: Queryable, paymentIntentId: string) {
  return db.selectFrom('donations').selectAll().where('paymentIntentId', '=', paymentIntentId)
}

/** Longer than any clock shows, ms: sorts urgent checks first. */
const urgentMs = 1e13

/**
 * Makes the next check due before those that are due by the clock. Each call changes the row, so
 * that a reading in flight keeps the schedule. `isReversal`: the check lists refunds and disputes.
 */
export async function scheduleFirst(
  db: Queryable,
  paymentIntentId: string,
  { now, isReversal }: { now: number; isReversal: boolean },
): Promise<void> {
  await db
    .updateTable('donations')
    .set({
      nextCheckAt: now - urgentMs,
      checkAttempts: 0,
      ...(isReversal && { reversalReportedAt: now }),
    })
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

/**
 * Makes the next check `nextCheckAt` (ms) or earlier. Keeps the revision, so a concurrent reading of the
 * provider stays valid; it sees the new draft.
 */
export async function saveDraft(
  db: Queryable,
  paymentIntentId: string,
  { draft, draftedAt, nextCheckAt }: Pick<Donation, 'draft' | 'draftedAt' | 'nextCheckAt'>,
): Promise<void> {
  await db
    .updateTable('donations')
    .set(eb => ({
      draft,
      draftedAt,
      checkAttempts: 0,
      nextCheckAt: eb
        .case()
        .when('nextCheckAt', '<', nextCheckAt)
        .then(eb.ref('nextCheckAt'))
        .else(nextCheckAt)
        .end(),
    }))
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

export async function listDrafted(db: Queryable): Promise<Donation[]> {
  return db.selectFrom('donations').selectAll().where('draftedAt', 'is not', null).execute()
}

/**
 * Claims due donations until `until` (ms), when they are due again. Resolves to their intents, captured
 * payments first.
 */
export async function claimDueDonations(
  db: Queryable,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<string[]> {
  const due = await db
    .selectFrom('donations')
    .select('paymentIntentId')
    .where(isDue('nextCheckAt', now))
    .orderBy(eb => eb('state', '!=', 'succeeded'))
    .orderBy('nextCheckAt')
    .limit(limit)
    // The lock ends with the statement.
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  const ids = due.map(donation => donation.paymentIntentId)
  const rows = await db
    .updateTable('donations')
    .set(eb => ({ nextCheckAt: until, checkAttempts: eb('checkAttempts', '+', 1) }))
    .where('paymentIntentId', 'in', ids)
    .where(isDue('nextCheckAt', now))
    .returning('paymentIntentId')
    .execute()
  const claimed = new Set(rows.map(row => row.paymentIntentId))
  return ids.filter(id => claimed.has(id))
}

const sweptAfterMs = 15 * 60_000
const sweptBeyondMs = 60 * 60_000

/**
 * Reschedules captured payments that still lack an order or ticket after 15 minutes and are not
 * due soon. Resolves to their number: there should be none, ever.
 */
export async function sweepCaptured(db: Queryable, now: number): Promise<number> {
  const result = await db
    .updateTable('donations')
    .set({ nextCheckAt: now, checkAttempts: 0 })
    .where('paymentIntentId', 'in', selectUnmatched(db, now).select('donations.paymentIntentId'))
    .where(eb =>
      eb.or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '>', now + sweptBeyondMs)]),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function countUnmatched(db: Queryable, now: number): Promise<number> {
  return countRows(selectUnmatched(db, now))
}

/** Reads the orders and tickets themselves: the flag is there for its index. */
function selectUnmatched(db: Queryable, now: number) {
  return (
    db
      .selectFrom('donations')
      .leftJoin('orders', 'orders.paymentIntentId', 'donations.paymentIntentId')
      .leftJoin('tickets', 'tickets.paymentIntentId', 'donations.paymentIntentId')
      // As literals, so that both engines use the partial index.
      .where(sql<SqlBool>`donations.matched = 0 and donations.state = 'succeeded'`)
      .where('orders.id', 'is', null)
      .where('tickets.id', 'is', null)
      // SQLite would rather read the index of all successes for an `or`.
      .where(eb => eb.not(eb.between('donations.succeededAt', now - sweptAfterMs, now)))
  )
}

/** ms; null: no payment has ever succeeded. */
export async function findLastSuccess(db: Queryable): Promise<number | null> {
  const { at } = await db
    .selectFrom('donations')
    .select(({ fn }) => fn.max('succeededAt').as('at'))
    .where('succeededAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return at
}

export async function listReversals(db: Queryable, paymentIntentId: string): Promise<Reversal[]> {
  return db
    .selectFrom('reversals')
    .selectAll()
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
}

export async function saveReversal(db: Queryable, reversal: Reversal): Promise<void> {
  const { status, amountKopiykas } = reversal
  await db
    .insertInto('reversals')
    .values(reversal)
    .onConflict(conflict => conflict.column('id').doUpdateSet({ status, amountKopiykas }))
    .execute()
}
