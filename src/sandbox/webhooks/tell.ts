import type { StripeEvent } from '../objects/event'
import { accountOf, newId } from '../objects/new-id'
import { type Cause, ownAccord, type Sandbox } from '../sandbox'
import type { ApiObject } from '../store/object-rows'
import { type Endpoint, wants } from './endpoints'
import { queueActions } from './webhook-rules'

/** The version the sandbox speaks, and the one its events are written in. */
export const apiVersion = '2026-10-28.endive'

/** Writes an event down and puts it in the queue of everyone who wants it. Call within a transaction. */
export function tell(
  sandbox: Sandbox,
  type: string,
  object: ApiObject,
  cause: Cause = ownAccord,
  previous?: Record<string, unknown>,
): void {
  const account = accountOf(object.id)
  const event: StripeEvent = {
    id: newId('evt', account),
    object: 'event',
    api_version: apiVersion,
    created: sandbox.clock.seconds(),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 0,
    request: { id: cause.id, idempotency_key: cause.idempotencyKey },
    type,
  }
  const listeners = sandbox.endpoints.all().filter(endpoint => wants(endpoint, type, account))
  const owed = listeners.reduce((sum, endpoint) => sum + enqueue(sandbox, event, endpoint), 0)
  sandbox.store.events.add(event, owed)
}

/** How many deliveries were put in the queue. */
function enqueue(sandbox: Sandbox, event: StripeEvent, to: Endpoint) {
  const { store, clock, webhookRules } = sandbox
  const now = clock.now()
  const rule = webhookRules.take(queueActions, event.type, to.id)
  const held = rule?.action === 'withhold' || rule?.action === 'reorder'
  const copies = rule?.action === 'duplicate' ? (rule.copies ?? 1) : 0
  const delivery = {
    event: event.id,
    event_type: event.type,
    endpoint: to.id,
    state: held ? ('withheld' as const) : ('pending' as const),
    due: now + (rule?.action === 'delay' ? (rule.ms ?? 1000) : 0),
    made: now,
  }
  for (let copy = 0; copy <= copies; copy += 1) store.deliveries.add(delivery)
  if (rule?.action === 'reorder') releaseReversed(sandbox, to.id, rule.size ?? 2, now)
  return copies + 1
}

/** Once enough are gathered, the last one leaves first, each after the other. */
function releaseReversed(
  { store, sequence }: Sandbox,
  endpoint: string,
  size: number,
  now: number,
): void {
  const gathered = store.deliveries.inState('withheld').filter(one => one.endpoint === endpoint)
  if (gathered.length < size) return
  gathered.reverse()
  sequence.chain(gathered.map(({ id }) => id))
  for (const [place, delivery] of gathered.entries())
    store.deliveries.save({ ...delivery, state: 'pending', due: now + place })
}
