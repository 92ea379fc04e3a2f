import type { WebhookEvent } from './schema'
import { isDue, type Queryable, skipLocked } from './store'

/** False: a repeat. */
export async function insertEvent(
  db: Queryable,
  { id, type, paymentIntentId, receivedAt }: Omit<WebhookEvent, 'attempts'>,
): Promise<boolean> {
  const result = await db
    .insertInto('webhookEvents')
    .values({ id, type, paymentIntentId, receivedAt, runAt: receivedAt, attempts: 0 })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Claims due events until `until` (ms), when they are due again. Captured payments first. */
export async function claimDueEvents(
  db: Queryable,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<WebhookEvent[]> {
  const due = await db
    .selectFrom('webhookEvents')
    .select('id')
    .where(isDue('runAt', now))
    .orderBy(eb => eb('type', '!=', 'payment_intent.succeeded'))
    .orderBy('runAt')
    .limit(limit)
    .$call(skipLocked)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(event => event.id)
  const rows = await db
    .updateTable('webhookEvents')
    .set(eb => ({ runAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where(isDue('runAt', now))
    .returning(['id', 'type', 'paymentIntentId', 'receivedAt', 'attempts'])
    .execute()
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** `runAt` (ms): when the event is due again; null: done. */
export async function finishEvent(db: Queryable, id: string, runAt: number | null): Promise<void> {
  await db.updateTable('webhookEvents').set({ runAt }).where('id', '=', id).execute()
}
