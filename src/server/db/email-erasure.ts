import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from './schema'
import type { Queryable } from './store'

/** Empties the emails about these orders, refunds, tickets or replies. Resolves to their ids. */
export function eraseEmails(trx: Queryable, subjectIds: string[]): Promise<string[]> {
  return emptyEmails(trx, eb => eb('subjectId', 'in', subjectIds))
}

/** Empties every email to this address, whatever it is about. Resolves to their ids. */
export function eraseEmailsTo(trx: Queryable, address: string): Promise<string[]> {
  return emptyEmails(trx, eb =>
    eb(eb.fn<string>('lower', ['recipient']), '=', address.toLowerCase()),
  )
}

async function emptyEmails(
  trx: Queryable,
  which: (eb: ExpressionBuilder<Tables, 'emails'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await trx
    .updateTable('emails')
    .set({
      recipient: '',
      replyTo: null,
      subject: '',
      textBody: '',
      htmlBody: '',
      photoSetId: null,
      sheetHtml: null,
      state: sql`case state when 'waiting' then 'failed' else state end`,
      lastError: sql`case state when 'waiting' then 'erased before it was sent' else last_error end`,
    })
    .where(which)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/**
 * Deletes pictures that no email carries, and those kept before that time (ms) whose emails have
 * all gone out: nobody needs them any more.
 */
export async function deleteUnneededPhotos(db: Queryable, sentBefore: number): Promise<void> {
  await db
    .deleteFrom('photos')
    .where(eb => {
      const carriers = eb
        .selectFrom('emails')
        .select('emails.id')
        .whereRef('emails.photoSetId', '=', 'photos.setId')
      return eb.or([
        eb.not(eb.exists(carriers)),
        eb('createdAt', '<', sentBefore).and(
          eb.not(eb.exists(carriers.where('emails.state', '!=', 'sent'))),
        ),
      ])
    })
    .execute()
}
