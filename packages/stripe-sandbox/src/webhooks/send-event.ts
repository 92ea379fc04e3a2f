import { accountOf, newId } from '../ids'
import type { ApiObject, Delivery, StripeEvent } from '../records'
import { takeRule } from '../rules'
import type { Sandbox } from '../sandbox'

/** The version the sandbox speaks, and the one its events are written in. */
export const apiVersion = '2026-10-28.endive'

/**
 * Saves an event and queues it for every endpoint that wants it; endpoints are the first account's.
 * Call within a transaction.
 */
export function sendEvent(
  sandbox: Sandbox,
  type: string,
  object: ApiObject,
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
    request: sandbox.cause,
    type,
  }
  const endpoints = account === 'sandbox' ? sandbox.endpoints.wanting(type) : []
  const queued = endpoints.map(({ id }) => queueEvent(sandbox, event, id))
  const pending_webhooks = queued.reduce((sum, copies) => sum + copies, 0)
  sandbox.store.put('event', { ...event, pending_webhooks })
}

/** Queues the event again for everybody who wants it; returns the deliveries' ids. */
export function resendEvent(sandbox: Sandbox, event: StripeEvent): string[] {
  const endpoints = sandbox.endpoints.wanting(event.type)
  countPending(sandbox, event.id, endpoints.length)
  return endpoints.map(({ id }) => addDelivery(sandbox, event, id, {}))
}

/** Adds to the event's count of pending deliveries. */
export function countPending({ store }: Sandbox, id: string, change: number): void {
  const event = store.get('event', id)
  if (event) store.put('event', { ...event, pending_webhooks: event.pending_webhooks + change })
}

/** Returns how many deliveries were queued. */
function queueEvent(sandbox: Sandbox, event: StripeEvent, id: string): number {
  const { action, copies, ms, size = 0 } = takeRule(sandbox, 'queued', event.type) ?? {}
  const deliveries = 1 + (action === 'duplicate' ? (copies ?? 1) : 0)
  const state = action === 'withhold' || action === 'reorder' ? 'withheld' : 'pending'
  const due = sandbox.clock.now() + (action === 'delay' ? (ms ?? 0) : 0)
  for (let copy = 0; copy < deliveries; copy += 1) addDelivery(sandbox, event, id, { state, due })
  if (action === 'reorder') {
    const where = ({ endpoint }: Delivery) => endpoint === id
    const gathered = sandbox.store.list('delivery', { scope: 'withheld', where })
    if (gathered.length >= size) sendInOrder(sandbox, gathered)
  }
  return deliveries
}

function addDelivery(
  { store, clock }: Sandbox,
  event: StripeEvent,
  endpoint: string,
  change: Partial<Delivery>,
): string {
  const now = clock.now()
  const id = newId('wd', 'sandbox')
  store.put('delivery', {
    id,
    event: event.id,
    event_type: event.type,
    endpoint,
    state: 'pending',
    due: now,
    made: now,
    after: null,
    attempts: 0,
    status: null,
    error: null,
    ...change,
  })
  return id
}

/** One after the other, each only once the one before has been tried. */
export function sendInOrder({ store, clock }: Sandbox, deliveries: readonly Delivery[]): void {
  for (const [place, delivery] of deliveries.entries()) {
    const after = deliveries[place - 1]?.id ?? null
    store.put('delivery', { ...delivery, after, state: 'pending', due: clock.now() + place })
  }
}
