import { isDue } from './due'
import type { WebhookEvent } from './schema'
import type { Queryable } from './store'

/** False: this event was received before. */
export async function insertEvent(
  db: Queryable,
  { id, type, paymentIntentId, receivedAt }: Omit<WebhookEvent, 'attempts'>,
): Promise<boolean> {
  const result = await db
    .insertInto('webhookEvents')
    .values({
      id,
      type,
      paymentIntentId,
      receivedAt,
      runAt: receivedAt,
      attempts: 0,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Takes due events until `until` (ms); a process that dies leaves them due again. */
export async function claimDueEvents(
  trx: Queryable,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<WebhookEvent[]> {
  const events = await trx
    .selectFrom('webhookEvents')
    .select(['id', 'type', 'paymentIntentId', 'receivedAt', 'attempts'])
    .where(isDue('runAt', now))
    // What was paid comes before what was only tried.
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

/** Notes how it went: due again at `runAt` (ms), or settled (null). */
export async function finishEvent(db: Queryable, id: string, runAt: number | null): Promise<void> {
  await db.updateTable('webhookEvents').set({ runAt }).where('id', '=', id).execute()
}
