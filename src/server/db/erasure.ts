import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Order, Tables } from './schema'
import { countRows, type Queryable } from './store'

/** Sums and times stay. */
export async function eraseOrderWords(
  trx: Queryable,
  orderIds: string[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      name: '',
      purpose: '',
      email: null,
      userAgent: '',
      referrer: '',
      browserLanguage: '',
      addressHash: '',
      noticeDueAt: null,
      // Nobody can light a candle for a name that is gone.
      fulfilment: sql`case fulfilment when 'waiting' then 'cancelled' else fulfilment end`,
      erasedAt: now,
    })
    .where('id', 'in', orderIds)
    .execute()
}

/** Whether one of these digests is being sent; the lock keeps other processes from claiming one. */
export async function isDigestInFlight(
  trx: Queryable,
  noticeIds: string[],
  now: number,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('emails')
    .select(['attempts', 'lastError', 'runAt'])
    .where('subjectId', 'in', noticeIds)
    .where('kind', '=', 'temple-digest')
    .where('state', '=', 'waiting')
    .forUpdate()
    .execute()
  // A claim clears the last error.
  return rows.some(row => row.attempts > 0 && row.lastError === null && row.runAt > now)
}

/** The other orders of an unsent digest, which is erased as a whole, go into the next one. */
export async function releaseUnnotifiedOrders(
  trx: Queryable,
  noticeIds: string[],
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
        .where('state', '!=', 'sent')
        .where('subjectId', 'in', noticeIds),
    )
    .execute()
}

export async function deleteDrafts(trx: Queryable, paymentIntentIds: string[]): Promise<void> {
  if (paymentIntentIds.length === 0) return
  await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('paymentIntentId', 'in', paymentIntentIds)
    .execute()
}

export async function listReversalIds(
  trx: Queryable,
  paymentIntentIds: string[],
): Promise<string[]> {
  if (paymentIntentIds.length === 0) return []
  const rows = await trx
    .selectFrom('reversals')
    .select('id')
    .where('paymentIntentId', 'in', paymentIntentIds)
    .execute()
  return rows.map(row => row.id)
}

/** Not of digests: our answers to those contain numbers only. */
export async function listReplyIds(trx: Queryable, codes: string[]): Promise<string[]> {
  const rows = await trx.selectFrom('replies').select('id').where('notice', 'in', codes).execute()
  return rows.map(row => row.id)
}

export type ErasableOrder = Pick<Order, 'id' | 'code' | 'paymentIntentId' | 'noticeId'>

const erasable = ['id', 'code', 'paymentIntentId', 'noticeId'] as const

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
  const select = db.selectFrom('orders').select(erasable).where('erasedAt', 'is', null)
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

/** `address` in lower case. */
export async function listOrdersOfAddress(
  db: Queryable,
  address: string,
): Promise<ErasableOrder[]> {
  return db
    .selectFrom('orders')
    .select(erasable)
    .where('erasedAt', 'is', null)
    .where(eb => eb.fn<string>('lower', ['email']), '=', address)
    .execute()
}

/** How many emails and tickets name this address (lower case). */
export async function countTraces(db: Queryable, address: string): Promise<number> {
  const emails = db
    .selectFrom('emails')
    .where(eb => eb.fn<string>('lower', ['recipient']), '=', address)
  const tickets = db
    .selectFrom('tickets')
    .where(eb => eb.fn<string>('lower', ['billingEmail']), '=', address)
  return (await countRows(emails)) + (await countRows(tickets))
}

/** Resolves to the ids of tickets that named a payer, themselves or in the email about them. */
export async function eraseTickets(
  trx: Queryable,
  which: { closedBefore: number } | { billingEmail: string } | { paymentIntentIds: string[] },
): Promise<string[]> {
  if ('paymentIntentIds' in which && which.paymentIntentIds.length === 0) return []
  const rows = await trx
    .updateTable('tickets')
    .set({ billingEmail: null, cardLast4: null })
    .where(eb => {
      if ('closedBefore' in which) return eb('closedAt', '<', which.closedBefore)
      if ('paymentIntentIds' in which) return eb('paymentIntentId', 'in', which.paymentIntentIds)
      return eb(eb.fn<string>('lower', ['billingEmail']), '=', which.billingEmail)
    })
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
  return rows.map(row => row.id)
}

export function eraseEmails(trx: Queryable, subjectIds: string[]): Promise<string[]> {
  return emptyEmails(trx, eb => eb('subjectId', 'in', subjectIds))
}

/** `address` in lower case. */
export async function listEmailsTo(db: Queryable, address: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where(eb => eb.fn<string>('lower', ['recipient']), '=', address)
    .execute()
  return rows.map(row => row.id)
}

export function eraseEmailsById(trx: Queryable, ids: string[]): Promise<string[]> {
  return emptyEmails(trx, eb => eb('id', 'in', ids))
}

/** With the photos that no other email carries. Resolves to the emails' ids. */
async function emptyEmails(
  trx: Queryable,
  which: (eb: ExpressionBuilder<Tables, 'emails'>) => Expression<SqlBool>,
): Promise<string[]> {
  const emails = await trx.selectFrom('emails').select(['id', 'photoSetId']).where(which).execute()
  if (emails.length === 0) return []
  const ids = emails.map(email => email.id)
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
    .where('id', 'in', ids)
    .execute()
  const sets = emails.flatMap(email => email.photoSetId ?? [])
  if (sets.length > 0)
    await trx
      .deleteFrom('photos')
      .where('setId', 'in', sets)
      .where(eb => eb.not(eb.exists(selectCarriers(eb))))
      .execute()
  return ids
}

function selectCarriers(eb: ExpressionBuilder<Tables, 'photos'>) {
  return eb
    .selectFrom('emails')
    .select('emails.id')
    .whereRef('emails.photoSetId', '=', 'photos.setId')
}

/** Photos without an email, or sent and older than `sentBefore` (ms). Resolves to how many. */
export async function deleteUnneededPhotos(
  db: Queryable,
  sentBefore: number,
  limit: number,
): Promise<number> {
  const unneeded = await db
    .selectFrom('photos')
    .select('id')
    .where(eb =>
      eb.or([
        eb.not(eb.exists(selectCarriers(eb))),
        eb('createdAt', '<', sentBefore).and(
          eb.not(eb.exists(selectCarriers(eb).where('emails.state', '!=', 'sent'))),
        ),
      ]),
    )
    .limit(limit)
    .execute()
  if (unneeded.length === 0) return 0
  const ids = unneeded.map(photo => photo.id)
  await db.deleteFrom('photos').where('id', 'in', ids).execute()
  return ids.length
}

/** One batch of expired drafts, events, address hashes and replies. Resolves to the replies' ids. */
export async function deleteTraces(trx: Queryable, before: number, limit: number) {
  const drafts = await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('id', 'in', eb =>
      eb.selectFrom('donations').select('id').where('draftedAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  const hashes = await trx
    .updateTable('donations')
    .set({ addressHash: '' })
    .where('id', 'in', eb =>
      eb
        .selectFrom('donations')
        .select('id')
        .where('createdAt', '<', before)
        .where('addressHash', '!=', sql.lit(''))
        .limit(limit),
    )
    .executeTakeFirst()
  const events = await trx
    .deleteFrom('webhookEvents')
    .where('id', 'in', eb =>
      eb
        .selectFrom('webhookEvents')
        .select('id')
        .where('receivedAt', '<', before)
        .where('runAt', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst()
  const replies = await trx
    .deleteFrom('replies')
    .where('id', 'in', eb =>
      eb.selectFrom('replies').select('id').where('createdAt', '<', before).limit(limit),
    )
    .returning('id')
    .execute()
  const counts = [drafts.numUpdatedRows, hashes.numUpdatedRows, events.numDeletedRows]
  const hasMore = replies.length === limit || counts.some(count => Number(count) === limit)
  return { replies: replies.map(reply => reply.id), hasMore }
}
