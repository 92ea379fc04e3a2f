import type { OrderDraft } from './schema'
import type { Queryable } from './store'

/** The latest draft of an intent counts. */
export async function saveDraft(db: Queryable, draft: OrderDraft): Promise<void> {
  const { paymentIntentId: _key, ...changes } = draft
  await db
    .insertInto('orderDrafts')
    .values(draft)
    .onConflict(conflict => conflict.column('paymentIntentId').doUpdateSet(changes))
    .execute()
}

export function findDraft(db: Queryable, paymentIntentId: string): Promise<OrderDraft | undefined> {
  return db
    .selectFrom('orderDrafts')
    .selectAll()
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
}

export async function listDrafts(db: Queryable): Promise<OrderDraft[]> {
  return db.selectFrom('orderDrafts').selectAll().execute()
}

export async function deleteDraft(db: Queryable, paymentIntentId: string): Promise<void> {
  await db.deleteFrom('orderDrafts').where('paymentIntentId', '=', paymentIntentId).execute()
}
