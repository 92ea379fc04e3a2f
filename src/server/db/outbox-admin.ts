import { type SqlBool, sql } from 'kysely'
import { type EmailKind, reportKinds, type StoredEmail } from './schema'
import { type Queryable, randomId } from './store'

const summary = [
  'id',
  'subjectId',
  'kind',
  'recipient',
  'subject',
  'state',
  'runAt',
  'attempts',
  'lastError',
  'createdAt',
  'sentAt',
] as const

/** Lists failed emails first, then waiting ones, then the newest. */
export async function listEmails(
  db: Queryable,
  { state, limit }: { state?: StoredEmail['state']; limit: number },
) {
  const emails: Awaited<ReturnType<typeof listState>> = []
  for (const one of state ? [state] : (['failed', 'waiting', 'sent'] as const))
    emails.push(...(await listState(db, one, limit - emails.length)))
  return emails
}

/**
 * Counts the emails to the temple that a mail server has refused and no address of the temple has
 * accepted.
 */
export async function countRefusedByTemple(
  db: Queryable,
): Promise<{ recipient: string; lastError: string | null; count: number }[]> {
  return db
    .selectFrom('emails')
    .select(['recipient', 'lastError'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'failed'])
    .where(sql<SqlBool>`kind like 'temple-%'`)
    .where('sentAt', 'is', null)
    .where('recipient', '!=', '')
    .where('lastError', 'like', '% 5__ at %')
    .groupBy(['recipient', 'lastError'])
    .execute()
}

function listState(db: Queryable, state: StoredEmail['state'], limit: number) {
  return db
    .selectFrom('emails')
    .select(summary)
    .where('state', '=', state)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

export async function listEmailsAbout(db: Queryable, subjectIds: string[]) {
  if (subjectIds.length === 0) return []
  return db
    .selectFrom('emails')
    .select(summary)
    .where('subjectId', 'in', subjectIds)
    .orderBy('createdAt')
    .execute()
}

/**
 * Makes all undelivered emails due, or one. An email is undelivered if it failed for good or waits for
 * another attempt. Erased ones are left out. Returns how many became due.
 */
export async function retryEmails(db: Queryable, now: number, id?: string): Promise<number> {
  const result = await db
    .updateTable('emails')
    .set({ state: 'waiting', runAt: now, attempts: 0 })
    .where(eb =>
      // A lease clears the last error, so an email without one is on its way.
      eb.or([
        eb('state', '=', 'failed'),
        eb.and([eb('state', '=', 'waiting'), eb('lastError', 'is not', null)]),
      ]),
    )
    .where('recipient', '!=', '')
    .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Queues the donor's emails again with new Message-IDs, and returns how many. A report that was never tried
 * keeps its time, so that the temple can still undo a mistake. Left out are a report whose photo was
 * deleted, and the thanks for a donation that the church does not have.
 */
export async function sendEmailsAgain(
  db: Queryable,
  orderId: string,
  recipient: string,
  { now, isThanked }: { now: number; isThanked: boolean },
): Promise<number> {
  const kinds: EmailKind[] = ['donor-refunded', ...reportKinds]
  const emails = await db
    .selectFrom('emails')
    .select(['emails.id', 'emails.messageId', 'emails.kind', 'emails.runAt', 'emails.attempts'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('subjectId', '=', orderId),
        // A refund is an entry of the order's history.
        eb(
          'subjectId',
          'in',
          selectFrom('orderHistory').select('id').where('orderId', '=', orderId),
        ),
      ]),
    )
    .where('kind', 'in', isThanked ? ['donor-thanks' as const, ...kinds] : kinds)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('photoSetId', 'is', null),
        exists(
          selectFrom('photos').select('photos.id').whereRef('setId', '=', 'emails.photoSetId'),
        ),
      ]),
    )
    .execute()
  for (const { id, messageId, kind, attempts, ...email } of emails) {
    const isHeld = reportKinds.includes(kind) && attempts === 0
    const runAt = isHeld ? Math.max(now, email.runAt) : now
    const again = { messageId: messageId.replace(/^<[^@]*/, `<${randomId()}`), recipient }
    await db
      .updateTable('emails')
      .set({ ...again, state: 'waiting', runAt, attempts: 0, lastError: null })
      .where('id', '=', id)
      .execute()
  }
  return emails.length
}
