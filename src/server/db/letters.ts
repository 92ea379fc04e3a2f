import { sql } from 'kysely'
import type {
  Email as Letter,
  EmailKind as LetterKind,
  StoredEmail as StoredLetter,
} from '../emails/email'
import { isDue } from './due'
import { randomId } from './random'
import type { LetterRow } from './schema'
import type { Queryable } from './store'

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
    .onConflict(conflict => conflict.columns(['subjectId', 'kind']).doNothing())
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
    .where('subjectId', '=', subjectId)
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
    .set({ runAt: until, attempts: 1 })
    .where('subjectId', '=', subjectId)
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
  const urgent = await listDue(db, { urgent: true, now, limit })
  if (urgent.length === limit) return urgent
  return [...urgent, ...(await listDue(db, { urgent: false, now, limit: limit - urgent.length }))]
}

/** Apart for either urgency, so that an index finds the few that are wanted in a long queue. */
async function listDue(
  db: Queryable,
  { urgent, now, limit }: { urgent: boolean; now: number; limit: number },
): Promise<StoredLetter[]> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('urgent', '=', urgent)
    .where(isDue('runAt', now))
    .orderBy('runAt')
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
    .set({ runAt: until, attempts: letter.attempts + 1 })
    .where('id', '=', letter.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', letter.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Letters that were due (`runAt`) or written (`createdAt`) by that time (ms) and are not sent yet. */
export async function countWaitingLetters(
  db: Queryable,
  before: number,
  by: 'runAt' | 'createdAt',
): Promise<number> {
  const { count } = await db
    .selectFrom('letters')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where(by, '<=', before)
    .executeTakeFirstOrThrow()
  return count
}

export async function markLetterSent(db: Queryable, id: string, now: number): Promise<void> {
  await db
    .updateTable('letters')
    .set({ state: 'sent', sentAt: now, lastError: null })
    .where('id', '=', id)
    .execute()
}

/** Notes a failed try: due again at `runAt`, or given up (`null`) until a person retries it. */
export async function markLetterFailed(
  db: Queryable,
  id: string,
  lastError: string,
  runAt: number | null,
): Promise<void> {
  await db
    .updateTable('letters')
    .set(runAt === null ? { state: 'failed', lastError } : { runAt, lastError })
    .where('id', '=', id)
    .execute()
}

/** A letter without its words: what an operator needs to know of it. Times in ms since 1970. */
export type LetterStanding = Omit<
  StoredLetter,
  'text' | 'html' | 'replyTo' | 'messageId' | 'urgent' | 'photoId'
>

/** Letters for an operator: failed first, then waiting, then the newest. */
export async function listLetters(
  db: Queryable,
  { state, limit }: { state?: StoredLetter['state']; limit: number },
): Promise<LetterStanding[]> {
  return selectStandings(db)
    .$if(state !== undefined, query => query.where('state', '=', state ?? 'sent'))
    .orderBy(sql`case state when 'failed' then 0 when 'waiting' then 1 else 2 end`)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

export async function listLettersAbout(
  db: Queryable,
  subjectIds: string[],
): Promise<LetterStanding[]> {
  return selectStandings(db).where('subjectId', 'in', subjectIds).orderBy('createdAt').execute()
}

/** Lets given-up letters (all, or one) be tried again; erased ones have nobody to go to. */
export async function retryLetters(db: Queryable, now: number, id?: string): Promise<number> {
  const result = await db
    .updateTable('letters')
    .set({ state: 'waiting', runAt: now, attempts: 0 })
    .where('state', '=', 'failed')
    .where('recipient', '!=', '')
    .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

function selectStandings(db: Queryable) {
  return db
    .selectFrom('letters')
    .select([
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
    ])
}

function toRow({ text, html, ...letter }: Letter, now: number, mailDomain: string): LetterRow {
  const id = randomId()
  return {
    ...letter,
    id,
    textBody: text,
    htmlBody: html,
    messageId: `<${id}@${mailDomain}>`,
    state: 'waiting',
    runAt: letter.kind === 'donor-thanks' ? now + reservedMs : now,
    attempts: 0,
    lastError: null,
    createdAt: now,
    sentAt: null,
  }
}

function toLetter({ textBody, htmlBody, ...row }: LetterRow): StoredLetter {
  return { ...row, text: textBody, html: htmlBody }
}
