import { sql } from 'kysely'
import type { Order } from './schema'
import type { Queryable } from './store'

/** Takes a person out of orders: what was written and where it came from. Figures stay. */
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

/** Orders of a digest that is to be emptied before it went out: the next one tells of them. */
export async function releaseUntoldOrders(
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

/** Drafts of these payments, which hold the same words as the orders made of them. */
export async function deleteDrafts(trx: Queryable, paymentIntentIds: string[]): Promise<void> {
  if (paymentIntentIds.length === 0) return
  await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('paymentIntentId', 'in', paymentIntentIds)
    .execute()
}

/** The refunds and disputes of these payments, which emails were written about. */
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

/** The replies to the notices of these orders. Our answers to a digest name numbers alone. */
export async function listReplyIds(trx: Queryable, codes: string[]): Promise<string[]> {
  const rows = await trx.selectFrom('replies').select('id').where('notice', 'in', codes).execute()
  return rows.map(row => row.id)
}

export type ErasableOrder = Pick<Order, 'id' | 'code' | 'paymentIntentId' | 'noticeId'>

const erasable = ['id', 'code', 'paymentIntentId', 'noticeId'] as const

/** Orders lit before `litBefore`, and those never lit that came before `orderedBefore` (ms). */
export async function listExpiredOrders(
  db: Queryable,
  { litBefore, orderedBefore, limit }: { litBefore: number; orderedBefore: number; limit: number },
): Promise<ErasableOrder[]> {
  return (
    db
      .selectFrom('orders')
      .select(erasable)
      .where('erasedAt', 'is', null)
      // What was lit before then was ordered before then, too: one short index finds it.
      .where('createdAt', '<', litBefore)
      .where(eb => eb.or([eb('litAt', '<', litBefore), eb('createdAt', '<', orderedBefore)]))
      .limit(limit)
      .execute()
  )
}

/** Every order that bears this address, in whatever case it was typed. */
export async function listOrdersOfAddress(
  db: Queryable,
  address: string,
): Promise<ErasableOrder[]> {
  return db
    .selectFrom('orders')
    .select(erasable)
    .where('erasedAt', 'is', null)
    .where(eb => eb.fn<string>('lower', ['email']), '=', address.toLowerCase())
    .execute()
}

/** How many emails and tickets name this address. */
export async function countTraces(db: Queryable, address: string): Promise<number> {
  const { emails } = await db
    .selectFrom('emails')
    .select(eb => eb.fn.countAll<number>().as('emails'))
    .where(eb => eb.fn<string>('lower', ['recipient']), '=', address)
    .executeTakeFirstOrThrow()
  const { tickets } = await db
    .selectFrom('tickets')
    .select(eb => eb.fn.countAll<number>().as('tickets'))
    .where(eb => eb.fn<string>('lower', ['billingEmail']), '=', address)
    .executeTakeFirstOrThrow()
  return emails + tickets
}

/**
 * Empties tickets: those closed before that time (ms), of an address, or of payments. Resolves to
 * the ids of those that still named somebody: a payer may stand in the email about it alone.
 */
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
      return eb(eb.fn<string>('lower', ['billingEmail']), '=', which.billingEmail.toLowerCase())
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

/** Ends what nobody needs any more: drafts, events, notes of replies, hashes of addresses. */
export async function deleteTraces(trx: Queryable, before: number): Promise<string[]> {
  await trx
    .updateTable('donations')
    .set({ draft: null, draftedAt: null })
    .where('draftedAt', '<', before)
    .execute()
  await trx
    .deleteFrom('webhookEvents')
    .where('receivedAt', '<', before)
    .where('runAt', 'is', null)
    .execute()
  await trx
    .updateTable('donations')
    .set({ addressHash: '' })
    .where('createdAt', '<', before)
    .where('addressHash', '!=', sql.lit(''))
    .execute()
  const replies = await trx
    .deleteFrom('replies')
    .where('createdAt', '<', before)
    .returning('id')
    .execute()
  return replies.map(reply => reply.id)
}
