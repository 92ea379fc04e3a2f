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
      user_agent: '',
      referrer: '',
      browser_language: '',
      address_hash: '',
      erased_at: now,
    })
    .where('id', 'in', orderIds)
    .execute()
}

/** Empties the letters about these orders, tickets or answers; those still waiting go nowhere. */
export async function eraseLetters(trx: Queryable, subjectIds: string[]): Promise<string[]> {
  const letters = await trx
    .selectFrom('letters')
    .select('id')
    .where('subject_id', 'in', subjectIds)
    .execute()
  await trx
    .updateTable('letters')
    .set({
      recipient: '',
      reply_to: null,
      subject: '',
      text_body: '',
      html_body: '',
      photo_id: null,
    })
    .where('subject_id', 'in', subjectIds)
    .execute()
  await trx
    .updateTable('letters')
    .set({ state: 'failed', last_error: 'erased before it was sent' })
    .where('subject_id', 'in', subjectIds)
    .where('state', '=', 'waiting')
    .execute()
  return letters.map(letter => letter.id)
}

export async function deletePhotos(trx: Queryable, orderIds: string[]): Promise<void> {
  await trx.deleteFrom('photos').where('order_id', 'in', orderIds).execute()
}

/** Pictures kept before that time (ms) whose letters have gone out: nobody needs them any more. */
export async function deleteSentPhotos(db: Queryable, before: number): Promise<void> {
  await db
    .deleteFrom('photos')
    .where('created_at', '<', before)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('letters')
          .select('letters.id')
          .whereRef('letters.photo_id', '=', 'photos.id')
          .where('letters.state', '=', 'sent'),
      ),
    )
    .execute()
}

/** Drafts of these payments, which hold the same words as the orders made of them. */
export async function deleteDrafts(trx: Queryable, paymentIntentIds: string[]): Promise<void> {
  if (paymentIntentIds.length === 0) return
  await trx.deleteFrom('order_drafts').where('payment_intent_id', 'in', paymentIntentIds).execute()
}

export interface ErasableOrder {
  id: string
  code: string
  paymentIntentId: string | null
}

/** Orders lit before `litBefore`, and those never lit that came before `orderedBefore` (ms). */
export async function listExpiredOrders(
  db: Queryable,
  { litBefore, orderedBefore, limit }: { litBefore: number; orderedBefore: number; limit: number },
): Promise<ErasableOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'code', 'payment_intent_id'])
    .where('erased_at', 'is', null)
    .where(eb => eb.or([eb('lit_at', '<', litBefore), eb('created_at', '<', orderedBefore)]))
    .limit(limit)
    .execute()
  return rows.map(toErasable)
}

/** Every order that bears this address, in whatever case it was typed. */
export async function listOrdersOfAddress(
  db: Queryable,
  address: string,
): Promise<ErasableOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'code', 'payment_intent_id'])
    .where('erased_at', 'is', null)
    .where(eb => eb.fn<string>('lower', ['email']), '=', address.toLowerCase())
    .execute()
  return rows.map(toErasable)
}

/** Empties closed tickets from before that time (ms). Resolves to their ids. */
export async function eraseTickets(trx: Queryable, closedBefore: number): Promise<string[]> {
  const rows = await trx
    .updateTable('tickets')
    .set({ billing_email: null, card_last4: null })
    .where('closed_at', '<', closedBefore)
    .where(eb => eb.or([eb('billing_email', 'is not', null), eb('card_last4', 'is not', null)]))
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Ends what nobody needs any more: drafts, notes of answered mails, hashes of addresses. */
export async function deleteTraces(trx: Queryable, before: number): Promise<string[]> {
  await trx.deleteFrom('order_drafts').where('created_at', '<', before).execute()
  await trx
    .updateTable('donations')
    .set({ address_hash: '' })
    .where('created_at', '<', before)
    .where('address_hash', '!=', '')
    .execute()
  const answers = await trx
    .deleteFrom('answers')
    .where('created_at', '<', before)
    .returning('id')
    .execute()
  return answers.map(answer => answer.id)
}

function toErasable(row: { id: string; code: string; payment_intent_id: string | null }) {
  return { id: row.id, code: row.code, paymentIntentId: row.payment_intent_id }
}
