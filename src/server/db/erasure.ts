import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Order, Tables } from './schema'
import { countRows, type Queryable } from './store'

export type ErasableOrder = Pick<Order, 'id' | 'code' | 'paymentIntentId' | 'noticeId'>

function selectErasable(db: Queryable) {
  const select = db.selectFrom('orders').select(['id', 'code', 'paymentIntentId', 'noticeId'])
  return select.where('erasedAt', 'is', null)
}

/** Orders lit before `litBefore`, and those never lit that came before `orderedBefore` (ms). */
export async function listExpiredOrders(
  db: Queryable,
  {
    litBefore,
    orderedBefore,
    now,
    limit,
  }: { litBefore: number; orderedBefore: number; now: number; limit: number },
): Promise<ErasableOrder[]> {
  const select = selectErasable(db)
  // Each query has an index: one for both would read all that are never lit, which stay for a year.
  const lit = await select.where('litAt', '<', litBefore).limit(limit).execute()
  if (lit.length === limit) return lit
  const others = await select
    .where('createdAt', '<', orderedBefore)
    // A time to come was written by a wrong clock.
    .where(eb => eb.or([eb('litAt', 'is', null), eb('litAt', '>', now)]))
    .limit(limit - lit.length)
    .execute()
  return [...lit, ...others]
}

/** In any case, but Cyrillic in SQLite, whose `lower` does not know it: in lower case or as given. */
function isAddress(column: 'email' | 'recipient' | 'billingEmail', email: string) {
  return sql<SqlBool>`lower(${sql.ref(column)}) in (${email.toLowerCase()}, lower(${email}))`
}

export async function listOrdersOf(db: Queryable, email: string): Promise<ErasableOrder[]> {
  return selectErasable(db).where(isAddress('email', email)).execute()
}

/** Not notices, which are about the orders of others. */
export async function listEmailsTo(db: Queryable, email: string): Promise<string[]> {
  const emails = db
    .selectFrom('emails')
    .select('id')
    .where(isAddress('recipient', email))
    .where(sql<SqlBool>`(kind like 'donor-%' or kind like 'temple-reply-%')`)
  return (await emails.execute()).map(row => row.id)
}

export async function countTicketsOf(db: Queryable, email: string): Promise<number> {
  return countRows(db.selectFrom('tickets').where(isAddress('billingEmail', email)))
}

/** Whether one of these digests is being sent; the lock keeps other processes from claiming one. */
export async function isDigestInFlight(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<boolean> {
  if (orders.length === 0) return false
  const rows = await trx
    .selectFrom('emails')
    .select(['attempts', 'lastError', 'runAt'])
    .where('subjectId', 'in', noticesOf(orders))
    .where('kind', '=', 'temple-digest')
    .where('state', '=', 'waiting')
    .forUpdate()
    .execute()
  // A claim clears the last error.
  return rows.some(row => row.attempts > 0 && row.lastError === null && row.runAt > now)
}

/** No row has an empty id. */
const noticesOf = (orders: ErasableOrder[]) => orders.map(order => order.noticeId ?? '')

/**
 * Erases orders with everything that repeats their words; amounts, times and payments stay. A waiting
 * order is cancelled, an unsent email failed. Resolves to the ids of the erased emails.
 */
export async function eraseOrders(
  trx: Queryable,
  orders: ErasableOrder[],
  now: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  const codes = orders.map(order => order.code)
  const notices = noticesOf(orders)
  const intents = orders.map(order => order.paymentIntentId ?? '')
  await trx
    .updateTable('orders')
    .set({
      name: '',
      purpose: '',
      email: null,
      addressHash: '',
      noticeDueAt: null,
      // Nobody can light a candle for a name that is gone.
      fulfilment: sql`case fulfilment when 'waiting' then 'cancelled' else fulfilment end`,
      erasedAt: now,
    })
    .where('id', 'in', ids)
    .execute()
  await eraseDrafts(trx, intents)
  await releaseUnnotifiedOrders(trx, notices, now)
  const reversals = trx.selectFrom('reversals').select('id').where('paymentIntentId', 'in', intents)
  // Not of digests: our answers to those contain numbers only.
  const replies = trx.selectFrom('replies').select('id').where('notice', 'in', codes)
  const subjects = [...(await reversals.execute()), ...(await replies.execute())]
  const subjectIds = [...ids, ...notices, ...subjects.map(row => row.id)]
  return [
    ...(await eraseEmails(trx, 'subjectId', subjectIds)),
    ...(await eraseTickets(trx, eb => eb('paymentIntentId', 'in', intents))),
  ]
}

export async function eraseDrafts(trx: Queryable, paymentIntentIds: string[]): Promise<void> {
  if (paymentIntentIds.length === 0) return
  await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('paymentIntentId', 'in', paymentIntentIds)
    .execute()
}

/** The other orders of an unsent digest, which is erased as a whole, go into the next one. */
async function releaseUnnotifiedOrders(
  trx: Queryable,
  notices: string[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ noticeId: null, noticeNumber: null, noticeDueAt: now })
    .where('erasedAt', 'is', null)
    .where('fulfilment', '!=', 'cancelled')
    .where('noticeId', 'in', query =>
      query
        .selectFrom('emails')
        .select('subjectId')
        .where('kind', '=', 'temple-digest')
        .where('sentAt', 'is', null)
        .where('subjectId', 'in', notices),
    )
    .execute()
}

/** Tickets closed, or paid and never closed, before then (ms). Resolves to the ids of the erased emails. */
export function eraseOldTickets(
  trx: Queryable,
  { closedBefore, paidBefore }: { closedBefore: number; paidBefore: number },
): Promise<string[]> {
  return eraseTickets(trx, eb =>
    eb.or([eb('closedAt', '<', closedBefore), eb('paidAt', '<', paidBefore)]),
  )
}

/** Resolves to the ids of the erased emails. */
export function eraseTicketsOf(trx: Queryable, email: string): Promise<string[]> {
  return eraseTickets(trx, () => isAddress('billingEmail', email))
}

/** Erases tickets with the emails about them, which name the payer, too. */
async function eraseTickets(
  trx: Queryable,
  which: (eb: ExpressionBuilder<Tables, 'tickets'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await trx
    .updateTable('tickets')
    .set({ billingEmail: null, cardLast4: null })
    .where(which)
    .where(eb =>
      eb.or([
        eb('billingEmail', 'is not', null),
        eb('cardLast4', 'is not', null),
        eb.exists(
          eb
            .selectFrom('emails')
            .select('emails.id')
            .whereRef('emails.subjectId', '=', 'tickets.id')
            .where('emails.recipient', '!=', ''),
        ),
      ]),
    )
    .returning('id')
    .execute()
  const ids = rows.map(row => row.id)
  return eraseEmails(trx, 'subjectId', ids)
}

/** Erases emails with the photos that no other email carries. Resolves to the emails' ids. */
export async function eraseEmails(
  trx: Queryable,
  column: 'id' | 'subjectId',
  values: string[],
): Promise<string[]> {
  if (values.length === 0) return []
  const emails = await trx
    .selectFrom('emails')
    .select(['id', 'photoSetId'])
    .where(column, 'in', values)
    .execute()
  await trx
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
    .where(column, 'in', values)
    .execute()
  const photoSets = emails.map(email => email.photoSetId ?? '')
  if (photoSets.length > 0)
    await trx
      .deleteFrom('photos')
      .where('setId', 'in', photoSets)
      .where(eb => eb.not(eb.exists(selectCarriers(eb))))
      .execute()
  return emails.map(email => email.id)
}

function selectCarriers(eb: ExpressionBuilder<Tables, 'photos'>) {
  return eb
    .selectFrom('emails')
    .select('emails.id')
    .whereRef('emails.photoSetId', '=', 'photos.setId')
}

/** A batch of photos without an email, or sent before then (ms). False: it was the last. */
export async function deleteUnneededPhotos(
  db: Queryable,
  sentBefore: number,
  limit: number,
): Promise<boolean> {
  const unneeded = db
    .selectFrom('photos')
    .select('photos.id')
    .where(eb =>
      eb.or([
        eb.not(eb.exists(selectCarriers(eb))),
        eb('createdAt', '<', sentBefore).and(
          eb.not(eb.exists(selectCarriers(eb).where('emails.state', '!=', 'sent'))),
        ),
      ]),
    )
    .limit(limit)
  const result = await db.deleteFrom('photos').where('id', 'in', unneeded).executeTakeFirst()
  return Number(result.numDeletedRows) === limit
}

/** A batch of expired drafts, address hashes and replies. False: it was the last. */
export async function eraseRest(trx: Queryable, before: number, limit: number): Promise<boolean> {
  const donations = trx.selectFrom('donations').select('paymentIntentId').limit(limit)
  const expired = trx
    .selectFrom('replies')
    .select('id')
    .where('createdAt', '<', before)
    .limit(limit)
  const hashed = donations.where('createdAt', '<', before).where('addressHash', '!=', sql.lit(''))
  const drafts = await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('paymentIntentId', 'in', donations.where('draftedAt', '<', before))
    .executeTakeFirst()
  const hashes = await trx
    .updateTable('donations')
    .set({ addressHash: '' })
    .where('paymentIntentId', 'in', hashed)
    .executeTakeFirst()
  const replies = await trx
    .deleteFrom('replies')
    .where('id', 'in', expired)
    .returning('id')
    .execute()
  const replyIds = replies.map(reply => reply.id)
  await eraseEmails(trx, 'subjectId', replyIds)
  const counts = [drafts.numUpdatedRows, hashes.numUpdatedRows]
  return replies.length === limit || counts.some(count => Number(count) === limit)
}
