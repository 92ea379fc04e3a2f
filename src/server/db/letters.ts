import type {
  Email as Letter,
  EmailKind as LetterKind,
  StoredEmail as StoredLetter,
} from '../emails/email'
import { randomId } from './random-id'
import type { Queryable } from './store'
import type { LetterRow, NewLetterRow } from './tables'

/** For so long the loop leaves a donor's first letter to the request that waits for it. */
export const reservedMs = 5_000

/** Puts letters into the outbox. One of each kind per subject: a repeat changes nothing. */
export async function insertLetters(
  trx: Queryable,
  letters: Letter[],
  now: number,
  mailDomain: string,
): Promise<void> {
  if (letters.length === 0) return
  await trx
    .insertInto('letters')
    .values(letters.map(letter => toRow(letter, now, mailDomain)))
    .onConflict(conflict => conflict.columns(['subject_id', 'kind']).doNothing())
    .execute()
}

export async function findLetter(
  db: Queryable,
  subjectId: string,
  kind: LetterKind,
): Promise<StoredLetter | null> {
  const row = await db
    .selectFrom('letters')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? toLetter(row) : null
}

/**
 * Takes a letter that nobody has tried yet, whenever it is due, in one step: null if it was tried
 * or is not there. As with `claimLetter`, it is due again at `until` if this process dies.
 */
export async function claimFirstTry(
  db: Queryable,
  subjectId: string,
  kind: LetterKind,
  until: number,
): Promise<StoredLetter | null> {
  const row = await db
    .updateTable('letters')
    .set({ run_at: until, attempts: 1 })
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .returningAll()
    .executeTakeFirst()
  return row ? toLetter(row) : null
}

export async function findLetterById(db: Queryable, id: string): Promise<StoredLetter | null> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toLetter(row) : null
}

/** Letters whose time has come: the urgent first, then the longest waiting. */
export async function listDueLetters(
  db: Queryable,
  now: number,
  limit: number,
): Promise<StoredLetter[]> {
  const urgent = await listDue(db, { urgent: 1, now, limit })
  if (urgent.length === limit) return urgent
  return [...urgent, ...(await listDue(db, { urgent: 0, now, limit: limit - urgent.length }))]
}

/** Apart for either urgency, so that an index finds the few that are wanted in a long queue. */
async function listDue(
  db: Queryable,
  { urgent, now, limit }: { urgent: 0 | 1; now: number; limit: number },
): Promise<StoredLetter[]> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('urgent', '=', urgent)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(limit)
    .execute()
  return rows.map(toLetter)
}

/**
 * Takes a letter for one delivery try by moving its next time to `until`. False: another process
 * was first. If this process dies meanwhile, the letter is due again at `until`.
 */
export async function claimLetter(
  db: Queryable,
  letter: StoredLetter,
  until: number,
): Promise<boolean> {
  const result = await db
    .updateTable('letters')
    .set({ run_at: until, attempts: letter.attempts + 1 })
    .where('id', '=', letter.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', letter.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Letters that were due before that time and are not sent yet. */
export async function countWaitingLetters(db: Queryable, dueBefore: number): Promise<number> {
  const row = await db
    .selectFrom('letters')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('run_at', '<=', dueBefore)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function markLetterSent(db: Queryable, id: string, now: number): Promise<void> {
  await db
    .updateTable('letters')
    .set({ state: 'sent', sent_at: now, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Notes a failed try: due again at `runAt`, or given up (`null`) until a person retries it. */
export async function markLetterFailed(
  db: Queryable,
  id: string,
  error: string,
  runAt: number | null,
): Promise<void> {
  await db
    .updateTable('letters')
    .set(
      runAt === null
        ? { state: 'failed', last_error: error }
        : { run_at: runAt, last_error: error },
    )
    .where('id', '=', id)
    .execute()
}

function toRow(letter: Letter, now: number, mailDomain: string): NewLetterRow {
  const id = randomId()
  return {
    id,
    subject_id: letter.subjectId,
    kind: letter.kind,
    recipient: letter.recipient,
    reply_to: letter.replyTo,
    subject: letter.subject,
    text_body: letter.text,
    html_body: letter.html,
    urgent: letter.urgent ? 1 : 0,
    photo_id: letter.photoId,
    message_id: `<${id}@${mailDomain}>`,
    state: 'waiting',
    run_at: letter.kind === 'donor-thanks' ? now + reservedMs : now,
    attempts: 0,
    last_error: null,
    created_at: now,
    sent_at: null,
  }
}

function toLetter(row: LetterRow): StoredLetter {
  return {
    id: row.id,
    subjectId: row.subject_id,
    kind: row.kind as LetterKind,
    recipient: row.recipient,
    replyTo: row.reply_to,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    urgent: row.urgent === 1,
    photoId: row.photo_id,
    messageId: row.message_id,
    state: row.state as StoredLetter['state'],
    runAt: row.run_at,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
