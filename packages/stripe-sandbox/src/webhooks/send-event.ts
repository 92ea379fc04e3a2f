import { accountOf, newId } from '../ids'
import { takeRule } from '../rules'
import { type Cause, noCause, type Sandbox } from '../sandbox'
import type { ApiObject, Delivery, StripeEvent } from '../store'
import type { Endpoint } from './endpoints'

/** The version the sandbox speaks, and the one its events are written in. */
export const apiVersion = '2026-10-28.endive'

/** Saves an event and queues it for every endpoint that wants it. Call within a transaction. */
export function sendEvent(
  sandbox: Sandbox,
  type: string,
  object: ApiObject,
  cause: Cause = noCause,
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
  const queued = sandbox.endpoints
    .wanting(type, account)
    .reduce((sum, endpoint) => sum + queueEvent(sandbox, event, endpoint), 0)
  sandbox.store.put('event', { ...event, pending_webhooks: queued })
}

/** Queues the event again for everybody who wants it; returns the deliveries' numbers. */
export function resendEvent(sandbox: Sandbox, event: StripeEvent): number[] {
  const endpoints = sandbox.endpoints.wanting(event.type, accountOf(event.id))
  const pending_webhooks = event.pending_webhooks + endpoints.length
  sandbox.store.put('event', { ...event, pending_webhooks })
  return endpoints.map(({ id }) => addDelivery(sandbox, event, id, {}))
}

/** One delivery fewer is owed for this event, or one more. */
export function countPending({ store }: Sandbox, id: string, change: 1 | -1): void {
  const event = store.get('event', id)
  if (event) store.put('event', { ...event, pending_webhooks: event.pending_webhooks + change })
}

/** Returns how many deliveries were queued. */
function queueEvent(sandbox: Sandbox, event: StripeEvent, { id }: Endpoint): number {
  const rule = takeRule(sandbox.webhookRules, 'queued', event.type, id)
  const copies = 1 + (rule?.action === 'duplicate' ? (rule.copies ?? 1) : 0)
  const withheld = rule?.action === 'withhold' || rule?.action === 'reorder'
  const delayMs = rule?.action === 'delay' ? (rule.ms ?? 1000) : 0
  for (let copy = 0; copy < copies; copy += 1)
    addDelivery(sandbox, event, id, {
      ...(withheld && { state: 'withheld' }),
      due: sandbox.clock.now() + delayMs,
    })
  if (rule?.action === 'reorder') {
    const gathered = sandbox.store.list('delivery', {
      scope: 'withheld',
      where: ({ endpoint }) => endpoint === id,
    })
    if (gathered.length >= (rule.size ?? 2)) sendInOrder(sandbox, gathered)
  }
  return copies
}

function addDelivery(
  { store, clock }: Sandbox,
  event: StripeEvent,
  endpoint: string,
  change: Partial<Delivery>,
): number {
  const now = clock.now()
  const id = store.nextDelivery()
  store.put('delivery', {
    id,
    event: event.id,
    event_type: event.type,
    endpoint,
    state: 'pending',
    due: now,
    made: now,
    attempts: 0,
    status: null,
    error: null,
    log: [],
    ...change,
  })
  return id
}

/** One after the other, each only once the one before has been tried. */
export function sendInOrder(
  { store, clock, sentAfter }: Sandbox,
  deliveries: readonly Delivery[],
): void {
  for (const [place, delivery] of deliveries.entries()) {
    const earlier = deliveries[place - 1]
    if (earlier) sentAfter.set(delivery.id, earlier.id)
    else sentAfter.delete(delivery.id)
    store.put('delivery', { ...delivery, state: 'pending', due: clock.now() + place })
  }
}
