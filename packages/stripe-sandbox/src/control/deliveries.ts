import * as v from 'valibot'
import { randomText } from '../ids'
import type { Sandbox } from '../sandbox'
import type { Delivery } from '../store'
import { fixedWebhookSecret } from '../webhooks/endpoints'
import { countPending, resendEvent, sendInOrder } from '../webhooks/send-event'
import { Count, CountText, found, Nothing, type RegisterControl } from './route'

const Filter = v.strictObject({
  state: v.optional(v.picklist(['pending', 'withheld', 'succeeded', 'failed'])),
  limit: v.optional(CountText, '1000'),
})

const Release = v.strictObject({
  types: v.optional(v.array(v.string())),
  order: v.optional(v.picklist(['kept', 'reversed']), 'kept'),
})

const Address = v.pipe(v.string(), v.url())

/** The webhooks: what was sent, what waits, and to whom. */
export function deliveryRoutes(register: RegisterControl): void {
  const one = ({ store }: Sandbox, id: string) => found(`delivery ${id}`, store.get('delivery', id))

  register(
    'GET /deliveries',
    'newest first: ?state=&limit=',
    Filter,
    ({ sandbox: { store }, given: { state: scope, limit } }) =>
      store.list('delivery', { scope, limit }),
  )
  register('GET /deliveries/:id', 'one, with every attempt', Nothing, ({ sandbox, id }) =>
    one(sandbox, id),
  )
  register(
    'POST /deliveries/release',
    'let withheld ones go: {types?, order?: kept|reversed}',
    Release,
    ({ sandbox, given: { types, order } }) => {
      const newestFirst = sandbox.store.list('delivery', {
        scope: 'withheld',
        where: delivery => types?.includes(delivery.event_type) ?? true,
      })
      return send(sandbox, order === 'reversed' ? newestFirst : newestFirst.reverse())
    },
  )
  register(
    'POST /deliveries/:id/retry',
    'send one again now, whatever became of it',
    Nothing,
    ({ sandbox, id }) => {
      const delivery = one(sandbox, id)
      if (delivery.state === 'succeeded') countPending(sandbox, delivery.event, 1)
      return send(sandbox, [delivery])
    },
  )
  register(
    'POST /events/:id/resend',
    'send an event again to everybody who wants it',
    Nothing,
    ({ sandbox, id }) => {
      const event = found(`event ${id}`, sandbox.store.get('event', id))
      const deliveries = sandbox.store.transaction(() => resendEvent(sandbox, event))
      sandbox.wake()
      return { deliveries }
    },
  )
  register('GET /queue', 'how much waits', Nothing, ({ sandbox }) => queueState(sandbox))
  register(
    'POST /drain',
    'try every pending delivery and job now and wait for the outcome: {timeout_ms?}',
    v.strictObject({ timeout_ms: v.optional(Count, 5000) }),
    ({ sandbox, given }) => drain(sandbox, given.timeout_ms),
  )
  endpointRoutes(register)
}

function endpointRoutes(register: RegisterControl): void {
  const name = 'webhook_endpoints'
  register(`GET /${name}`, 'all, with their secrets', Nothing, ({ sandbox }) =>
    sandbox.endpoints.all(),
  )
  register(
    `POST /${name}`,
    'add one: {url, secret?, enabled_events?, account?: sandbox|other}',
    v.strictObject({
      url: Address,
      secret: v.optional(v.string(), fixedWebhookSecret),
      enabled_events: v.optional(v.array(v.string()), ['*']),
      account: v.optional(v.picklist(['sandbox', 'other']), 'sandbox'),
    }),
    ({ sandbox, given: { enabled_events: enabledEvents, ...given } }) =>
      sandbox.endpoints.add({ ...given, enabledEvents, fromEnvironment: false }),
  )
  register(
    `POST /${name}/:id/roll`,
    'a new signing secret: {secret?, keep_old_ms?}; until then both sign',
    v.strictObject({
      secret: v.optional(v.string()),
      keep_old_ms: v.optional(Count, 24 * 3_600_000),
    }),
    ({ sandbox: { endpoints, clock }, id, given }) => {
      const { secret: old } = found(`endpoint ${id}`, endpoints.get(id))
      return endpoints.change(id, {
        secret: given.secret ?? `whsec_${randomText(24)}`,
        oldSecret: { secret: old, until: clock.now() + given.keep_old_ms },
      })
    },
  )
}

function send(sandbox: Sandbox, deliveries: readonly Delivery[]) {
  sandbox.store.transaction(() => sendInOrder(sandbox, deliveries))
  sandbox.wake()
  return { deliveries: deliveries.map(({ id }) => id) }
}

function queueState({ store }: Sandbox) {
  return {
    pending: store.count('delivery', 'pending'),
    withheld: store.count('delivery', 'withheld'),
    succeeded: store.count('delivery', 'succeeded'),
    failed: store.count('delivery', 'failed'),
    /** What the bank will still do by itself. */
    plans: store.count('job'),
  }
}

const lookAgainMs = 20

/**
 * Everything that waits is due now; then waits until each has been tried once, or the time is up.
 * What is refused stays pending, and what is withheld stays withheld.
 */
async function drain(sandbox: Sandbox, timeoutMs: number) {
  const { store, clock, wake } = sandbox
  const deadline = Date.now() + timeoutMs
  const attempts = new Map<number, number>()
  while (Date.now() < deadline) {
    const jobs = store.list('job')
    const waiting = store.list('delivery', {
      scope: 'pending',
      where: one => one.attempts <= (attempts.get(one.id) ?? one.attempts),
    })
    if (waiting.length + jobs.length === 0) break
    const now = clock.now()
    store.transaction(() => {
      for (const job of jobs) if (job.due > now) store.put('job', { ...job, due: now })
      for (const delivery of waiting) {
        attempts.set(delivery.id, attempts.get(delivery.id) ?? delivery.attempts)
        if (delivery.due > now) store.put('delivery', { ...delivery, due: now })
      }
    })
    wake()
    await new Promise(resolve => setTimeout(resolve, lookAgainMs))
  }
  return queueState(sandbox)
}
