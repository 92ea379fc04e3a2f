import * as v from 'valibot'
import { accountOf } from '../objects/new-id'
import type { Sandbox } from '../sandbox'
import type { Delivery } from '../store/delivery-rows'
import { wants } from '../webhooks/endpoints'
import { Count, CountText, controlRoute, NothingGiven, problem, told } from './control-route'
import { drainQueue, queueState } from './drain-queue'

const Filter = v.strictObject({
  state: v.optional(v.picklist(['pending', 'withheld', 'succeeded', 'failed'])),
  event: v.optional(v.string()),
  limit: v.optional(CountText, '1000'),
})

const Release = v.strictObject({
  ids: v.optional(v.array(Count)),
  types: v.optional(v.array(v.string())),
  event: v.optional(v.string()),
  order: v.optional(v.picklist(['kept', 'reversed']), 'kept'),
})

/** The queue: what was sent, what waits, and how to move it along. */
export const deliveryRoutes = [
  controlRoute(
    'GET',
    '/_control/deliveries',
    'newest first: ?state=&event=&limit=',
    Filter,
    ({ sandbox: { store }, given: { state, event, limit } }) => {
      const found = event ? store.deliveries.ofEvent(event) : store.deliveries.recent(limit)
      return told(found.filter(one => state === undefined || one.state === state))
    },
  ),
  controlRoute(
    'GET',
    '/_control/deliveries/:id',
    'one, with every attempt',
    NothingGiven,
    ({ sandbox: { store }, id }) => {
      const delivery = store.deliveries.get(Number(id))
      return delivery
        ? told({ ...delivery, log: store.deliveries.attemptsOf(delivery.id) })
        : problem(`There is no delivery ${id}.`, 404)
    },
  ),
  controlRoute(
    'POST',
    '/_control/deliveries/release',
    'let withheld ones go: {ids?, types?, event?, order?: kept|reversed}',
    Release,
    ({ sandbox, given }) => {
      const chosen = sandbox.store.deliveries
        .inState('withheld')
        .filter(one => given.ids === undefined || given.ids.includes(one.id))
        .filter(one => given.types === undefined || given.types.includes(one.event_type))
        .filter(one => given.event === undefined || one.event === given.event)
      return told(sendSoon(sandbox, given.order === 'reversed' ? chosen.reverse() : chosen))
    },
  ),
  controlRoute(
    'POST',
    '/_control/deliveries/:id/retry',
    'send one again now, whatever became of it',
    NothingGiven,
    ({ sandbox, id }) => {
      const delivery = sandbox.store.deliveries.get(Number(id))
      if (!delivery) return problem(`There is no delivery ${id}.`, 404)
      if (delivery.state === 'succeeded') sandbox.store.events.owe(delivery.event, 1)
      return told(sendSoon(sandbox, [delivery]))
    },
  ),
  controlRoute(
    'POST',
    '/_control/events/:id/resend',
    'send an event again to everyone who wants it',
    NothingGiven,
    ({ sandbox, id }) => {
      const { store, clock, endpoints, wake } = sandbox
      const event = store.events.get(id)
      if (!event) return problem(`There is no event ${id}.`, 404)
      const now = clock.now()
      const listeners = endpoints
        .all()
        .filter(endpoint => wants(endpoint, event.type, accountOf(id)))
      const ids = listeners.map(({ id: endpoint }) => {
        store.events.owe(id, 1)
        const state = 'pending' as const
        return store.deliveries.add({
          event: id,
          event_type: event.type,
          endpoint,
          state,
          due: now,
          made: now,
        })
      })
      wake()
      return told({ deliveries: ids })
    },
  ),
  controlRoute(
    'GET',
    '/_control/queue',
    'how much is waiting, and how much of it is due',
    NothingGiven,
    ({ sandbox }) => told(queueState(sandbox)),
  ),
  controlRoute(
    'POST',
    '/_control/drain',
    'try every pending delivery and plan now and wait for the outcome: {timeout_ms?}',
    v.strictObject({ timeout_ms: v.optional(Count, 5000) }),
    async ({ sandbox, given }) => told(await drainQueue(sandbox, given.timeout_ms)),
  ),
]

/** One after the other, so that the order is the one that was asked for. */
function sendSoon({ store, clock, sequence, wake }: Sandbox, chosen: readonly Delivery[]) {
  const now = clock.now()
  sequence.chain(chosen.map(({ id }) => id))
  for (const [place, delivery] of chosen.entries())
    store.deliveries.save({ ...delivery, state: 'pending', due: now + place })
  wake()
  return { deliveries: chosen.map(({ id }) => id) }
}
