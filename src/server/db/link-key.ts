import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { digestKinds, type EmailKind, type Tables } from './schema'
import { inTransaction, type Queryable, type Store, type Transaction } from './store'

/** Of secrets. It signs the links to the temple's page; backups hold none. */
export const linkKeyName = 'temple-links'

export async function findLinkKey(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', linkKeyName)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Makes the key where there is none: in a new store, or one that was restored or upgraded. */
export async function createLinkKey(store: Store, now: number): Promise<void> {
  await inTransaction(store, async trx => {
    if ((await findLinkKey(trx)) === null) await renewLinkKey(trx, now)
  })
}

const notices: EmailKind[] = ['temple-notice', ...digestKinds]

/** On a page of a burst: the email that names it is about all of them, see notify-temple.ts. */
const isOnPage = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb.and([
    eb('noticeNumber', 'is not', null),
    eb.not(
      eb.exists(
        eb
          .selectFrom('emails')
          .select('emails.id')
          .where('kind', 'in', notices)
          .whereRef('subjectId', '=', 'orders.noticeId'),
      ),
    ),
  ])

/**
 * Ends all links made until now. Orders that wait in a notice that was sent become due again: a due
 * order with a `noticeId` comes for the second time. The words of that notice are emptied, because
 * erasure looks for an order's words in its newest notice. Resolves to how many orders.
 */
export async function renewLinkKey(trx: Transaction, now: number): Promise<number> {
  const value = randomBytes(32).toString('base64url')
  await trx
    .insertInto('secrets')
    .values({ name: linkKeyName, value, createdAt: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value, createdAt: now }))
    .execute()
  const sent = trx
    .selectFrom('emails')
    .select('subjectId')
    .where('kind', 'in', notices)
    .where('sentAt', 'is not', null)
  const result = await trx
    .updateTable('orders')
    .set({ noticeDueAt: now })
    .where('fulfilment', '=', 'waiting')
    .where('erasedAt', 'is', null)
    .where(eb => eb.or([eb('noticeId', 'in', sent), isOnPage(eb)]))
    .executeTakeFirst()
  const due = trx.selectFrom('orders').select('noticeId').where('noticeDueAt', 'is not', null)
  await trx
    .updateTable('emails')
    // An address of the temple that has not accepted it yet gets the new one.
    .set({ textBody: '', htmlBody: '', sheetHtml: null, state: 'sent' })
    .where('kind', 'in', notices)
    .where('subjectId', 'in', due)
    .execute()
  return Number(result.numUpdatedRows)
}
