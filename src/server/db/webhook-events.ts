import type { WebhookEvent } from './schema'
import { isDue, type Queryable } from './store'

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
  trx: Queryable,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<WebhookEvent[]> {
  const events = await trx
    .selectFrom('webhookEvents')
    .select(['id', 'type', 'paymentIntentId', 'receivedAt', 'attempts'])
    .where(isDue('runAt', now))
    .orderBy(eb => eb('type', '!=', 'payment_intent.succeeded'))
    .orderBy('runAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (events.length === 0) return []
  const ids = events.map(event => event.id)
  await trx
    .updateTable('webhookEvents')
    .set(eb => ({ runAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  return events.map(event => ({ ...event, attempts: event.attempts + 1 }))
}

/** `runAt` (ms): when the event is due again; null: done. */
export async function finishEvent(db: Queryable, id: string, runAt: number | null): Promise<void> {
  await db.updateTable('webhookEvents').set({ runAt }).where('id', '=', id).execute()
}
