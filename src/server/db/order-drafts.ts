import type { Queryable } from './store'

/** What the visitor had written at the click on Pay. The payload is JSON of a checked order. */
export interface OrderDraft {
  paymentIntentId: string
  payload: string
  addressHash: string
  createdAt: number
}

/** The latest draft of an intent counts. */
export async function saveDraft(db: Queryable, draft: OrderDraft): Promise<void> {
  const changes = {
    payload: draft.payload,
    address_hash: draft.addressHash,
    created_at: draft.createdAt,
  }
  await db
    .insertInto('order_drafts')
    .values({ payment_intent_id: draft.paymentIntentId, ...changes })
    .onConflict(conflict => conflict.column('payment_intent_id').doUpdateSet(changes))
    .execute()
}

export async function findDraft(
  db: Queryable,
  paymentIntentId: string,
): Promise<OrderDraft | null> {
  const row = await db
    .selectFrom('order_drafts')
    .selectAll()
    .where('payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst()
  if (!row) return null
  return {
    paymentIntentId: row.payment_intent_id,
    payload: row.payload,
    addressHash: row.address_hash,
    createdAt: row.created_at,
  }
}

export async function deleteDraft(db: Queryable, paymentIntentId: string): Promise<void> {
  await db.deleteFrom('order_drafts').where('payment_intent_id', '=', paymentIntentId).execute()
}
