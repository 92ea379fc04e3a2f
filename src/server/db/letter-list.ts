import { sql } from 'kysely'
import type { EmailKind as LetterKind, StoredEmail as StoredLetter } from '../emails/email'
import type { Queryable } from './store'

/** A letter without its words: what an operator needs to know of it. Times in ms since 1970. */
export type LetterStanding = Omit<
  StoredLetter,
  'text' | 'html' | 'replyTo' | 'messageId' | 'urgent' | 'photoId'
>

/** Letters for an operator: failed first, then waiting, then the newest. */
export async function listLetters(
  db: Queryable,
  filter: { state?: StoredLetter['state']; limit: number },
): Promise<LetterStanding[]> {
  const { state } = filter
  const rows = await selectStandings(db)
    .$if(state !== undefined, query => query.where('state', '=', state ?? ''))
    .orderBy(sql`case state when 'failed' then 0 when 'waiting' then 1 else 2 end`)
    .orderBy('created_at', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map(toStanding)
}

export async function listLettersAbout(
  db: Queryable,
  subjectId: string,
): Promise<LetterStanding[]> {
  const rows = await selectStandings(db)
    .where('subject_id', '=', subjectId)
    .orderBy('created_at')
    .execute()
  return rows.map(toStanding)
}

/** Lets given-up letters (all, or one) be tried again; erased ones have nobody to go to. */
export async function retryLetters(db: Queryable, now: number, id?: string): Promise<number> {
  const result = await db
    .updateTable('letters')
    .set({ state: 'waiting', run_at: now, attempts: 0 })
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
      'subject_id',
      'kind',
      'recipient',
      'subject',
      'state',
      'run_at',
      'attempts',
      'last_error',
      'created_at',
      'sent_at',
    ])
}

type StandingRow = Awaited<ReturnType<ReturnType<typeof selectStandings>['execute']>>[number]

function toStanding(row: StandingRow): LetterStanding {
  return {
    id: row.id,
    subjectId: row.subject_id,
    kind: row.kind as LetterKind,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state as StoredLetter['state'],
    runAt: row.run_at,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
