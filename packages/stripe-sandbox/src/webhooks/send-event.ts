import { accountOf, newId } from '../ids'
import type { ApiObject, Delivery, StripeEvent } from '../records'
import { takeRule } from '../rules'
import type { Sandbox } from '../sandbox'

/** The version of Stripe's API that responses and events follow. */
export const apiVersion = '2026-10-28.endive'

/** Saves an event and queues it for every endpoint. The caller has opened a transaction. */
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
  sandbox.store.put('event', event)
  for (const { id } of endpointsFor(sandbox, event)) queueEvent(sandbox, event, id)
}

/** Queues the event again for every endpoint, without applying rules. Returns the ids of the deliveries. */
export function resendEvent(sandbox: Sandbox, event: StripeEvent): string[] {
  return endpointsFor(sandbox, event).map(({ id }) => addDelivery(sandbox, event, id, {}))
}

/** Only the main account has endpoints. */
function endpointsFor({ endpoints }: Sandbox, { id }: StripeEvent) {
  return accountOf(id) === 'sandbox' ? endpoints.all() : []
}

function queueEvent(sandbox: Sandbox, event: StripeEvent, id: string): void {
  const action = takeRule(sandbox, 'queued')
  const state = action === 'withhold' || action === 'reorder' ? 'withheld' : 'pending'
  addDelivery(sandbox, event, id, { state })
  if (action === 'duplicate') addDelivery(sandbox, event, id, { state })
  if (action === 'reorder') {
    const where = ({ endpoint }: Delivery) => endpoint === id
    const collected = sandbox.store.list('delivery', { scope: 'withheld', where })
    if (collected.length >= 2) sendInOrder(sandbox, collected)
  }
}

function addDelivery(
  { store, clock }: Sandbox,
  event: StripeEvent,
  endpoint: string,
  values: Partial<Delivery>,
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
    ...values,
  })
  return id
}

/**
 * Releases deliveries as a chain. Each is tried only after the one before it, whatever that one's result.
 */
export function sendInOrder({ store, clock }: Sandbox, deliveries: readonly Delivery[]): void {
  for (const [index, delivery] of deliveries.entries()) {
    const after = deliveries[index - 1]?.id ?? null
    store.put('delivery', { ...delivery, after, state: 'pending', due: clock.now() + index })
  }
}
