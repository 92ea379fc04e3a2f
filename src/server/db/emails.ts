import { sql } from 'kysely'
import { type Email, type EmailKind, reportKinds, type StoredEmail } from './schema'
import { countRows, type Queryable, randomId, type Transaction } from './store'

/**
 * Puts emails into the outbox, due at `runAt` (ms), and returns the new ones. A subject has one email of each
 * kind, so a repeat changes nothing.
 */
export async function insertEmails(
  trx: Transaction,
  emails: Email[],
  now: number,
  runAt = now,
): Promise<StoredEmail[]> {
  if (emails.length === 0) return []
  const delivery = { runAt, attempts: 0, lastError: null, createdAt: now, sentAt: null }
  const rows = emails.map(email => ({
    ...email,
    ...delivery,
    state: 'waiting' as const,
    id: randomId(),
  }))
  const inserted = await trx
    .insertInto('emails')
    .values(rows)
    .onConflict(conflict => conflict.columns(['subjectId', 'kind']).doNothing())
    .returning('id')
    .execute()
  return rows.filter(({ id }) => inserted.some(row => row.id === id))
}

/** Deletes the reports of an order. Returns true if one was tried, so that it may have been delivered. */
export async function deleteReports(trx: Transaction, orderId: string): Promise<boolean> {
  const reports = await trx
    .deleteFrom('emails')
    .where('subjectId', '=', orderId)
    .where('kind', 'in', reportKinds)
    .returning(['attempts', 'sentAt'])
    .execute()
  // A report that was sent and waits to be sent again has no attempts.
  return reports.some(({ attempts, sentAt }) => attempts > 0 || sentAt !== null)
}

/** Deletes an email that was never tried, and returns whether there was one. */
export async function withdrawEmail(trx: Transaction, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('emails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function findEmail(
  db: Queryable,
  subjectId: string,
  kind: EmailKind,
): Promise<StoredEmail | undefined> {
  return db
    .selectFrom('emails')
    .selectAll()
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Lists the emails that tell donors of their candles, with the number of their photos. */
export async function listDonorEmails(db: Queryable, orderIds: string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('emails')
    .select(['subjectId', 'kind', 'state', 'runAt', 'attempts', 'sentAt'])
    .select(({ selectFrom, fn }) =>
      selectFrom('photos')
        .select(fn.countAll<number>().as('count'))
        .whereRef('photos.setId', '=', 'emails.photoSetId')
        .as('photos'),
    )
    .where('subjectId', 'in', orderIds)
    .where('kind', 'in', [...reportKinds, 'donor-report-withdrawn'])
    .execute()
}

export async function findEmailById(db: Queryable, id: string): Promise<StoredEmail | undefined> {
  return db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists due emails, urgent ones first, then the longest waiting. */
export async function listDueEmails(
  db: Queryable,
  now: number,
  limit: number,
): Promise<StoredEmail[]> {
  const urgent = await listDue(db, { urgent: true, now, limit })
  if (urgent.length === limit) return urgent
  const others = { urgent: false, now, limit: limit - urgent.length }
  return [...urgent, ...(await listDue(db, others))]
}

/** Each urgency has a query of its own, so that the index finds the first few of a long queue. */
function listDue(
  db: Queryable,
  { urgent, now, limit }: { urgent: boolean; now: number; limit: number },
): Promise<StoredEmail[]> {
  return db
    .selectFrom('emails')
    .selectAll()
    .where('state', '=', sql.lit('waiting'))
    .where('urgent', '=', urgent)
    .where('runAt', '<=', now)
    .orderBy('runAt')
    .limit(limit)
    .execute()
}

/**
 * Leases an email for one attempt. If the sender crashes, the lease ends at `until` (ms). Returns false if
 * another sender has it.
 */
export async function leaseEmail(
  db: Queryable,
  email: StoredEmail,
  until: number,
): Promise<boolean> {
  const result = await db
    .updateTable('emails')
    .set({ runAt: until, attempts: email.attempts + 1, lastError: null })
    .where('id', '=', email.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', email.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Counts the waiting emails from before this time, ms. */
export async function countWaitingEmails(db: Queryable, before: number): Promise<number> {
  const waiting = db.selectFrom('emails').where('state', '=', 'waiting')
  return countRows(waiting.where('createdAt', '<=', before))
}

/** Counts the emails since this time (ms) that failed for good, without erased ones. */
export async function countFailedEmails(db: Queryable, since: number): Promise<number> {
  return countRows(
    db
      .selectFrom('emails')
      .where('state', '=', 'failed')
      .where('recipient', '!=', '')
      .where('createdAt', '>', since),
  )
}

/**
 * Stores how an attempt ended, unless an operator meanwhile had the email sent again, with a new
 * Message-ID.
 */
export async function storeAttempt(
  db: Queryable,
  { id, messageId }: Pick<StoredEmail, 'id' | 'messageId'>,
  { recipient, ...result }: Partial<StoredEmail> & Pick<StoredEmail, 'recipient'>,
): Promise<void> {
  await db
    .updateTable('emails')
    .set(result)
    // A recipient that was erased stays erased.
    .set({ recipient: sql`case when recipient = '' then '' else cast(${recipient} as text) end` })
    .where('id', '=', id)
    .where('messageId', '=', messageId)
    .execute()
}
