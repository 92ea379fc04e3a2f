import { claimRows } from './engine-differences'
import type { Engine, Queryable } from './store'

/** A verified event, kept until it is settled. Times in ms since 1970. */
export interface WebhookEvent {
  id: string
  type: string
  paymentIntentId: string | null
  receivedAt: number
  attempts: number
}

/** False: this event was received before. */
export async function insertEvent(
  db: Queryable,
  event: Omit<WebhookEvent, 'attempts'>,
): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values({
      id: event.id,
      type: event.type,
      payment_intent_id: event.paymentIntentId,
      received_at: event.receivedAt,
      run_at: event.receivedAt,
      attempts: 0,
      last_error: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Takes due events until `until` (ms); a process that dies leaves them due again. */
export async function claimDueEvents(
  engine: Engine,
  trx: Queryable,
  now: number,
  until: number,
  limit: number,
): Promise<WebhookEvent[]> {
  const query = trx
    .selectFrom('webhook_events')
    .selectAll()
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(limit)
  const rows = await claimRows(engine, query).execute()
  if (rows.length === 0) return []
  await trx
    .updateTable('webhook_events')
    .set(eb => ({ run_at: until, attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
  return rows.map(row => ({
    id: row.id,
    type: row.type,
    paymentIntentId: row.payment_intent_id,
    receivedAt: row.received_at,
    attempts: row.attempts + 1,
  }))
}

export async function markEventSettled(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ run_at: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function postponeEvent(db: Queryable, id: string, error: string, runAt: number) {
  await db
    .updateTable('webhook_events')
    .set({ run_at: runAt, last_error: error })
    .where('id', '=', id)
    .execute()
}
