import { setTimeout as wait } from 'node:timers/promises'
import { NewWebhookRule } from '../rules'
import type { Sandbox } from '../sandbox'
import { NewEndpoint } from '../webhook-endpoints'
import { resendEvent, sendInOrder } from '../webhooks/send-event'
import { found, Limit, Nothing, type RegisterControl } from './route'

export function deliveryRoutes(register: RegisterControl): void {
  register('GET /deliveries', Limit, ({ sandbox: { store }, input }) =>
    store.list('delivery', input),
  )
  register('POST /deliveries/release', Nothing, ({ sandbox }) => {
    const newestFirst = sandbox.store.list('delivery', { scope: 'withheld' })
    sendInOrder(sandbox, newestFirst.reverse())
    return { deliveries: newestFirst.map(({ id }) => id) }
  })
  register('POST /events/:id/resend', Nothing, ({ sandbox, id }) => ({
    deliveries: resendEvent(sandbox, found(`event ${id}`, sandbox.store.get('event', id))),
  }))
  register('GET /queue', Nothing, ({ sandbox }) => queueState(sandbox))
  register('POST /drain', Nothing, ({ sandbox }) => drain(sandbox))
  register('POST /webhook_endpoints', NewEndpoint, ({ sandbox, input }) =>
    sandbox.endpoints.add(input),
  )
  register('DELETE /webhook_rules', Nothing, ({ sandbox }) => {
    sandbox.webhookRules.clear()
    return {}
  })
  register('POST /webhook_rules', NewWebhookRule, ({ sandbox, input }) =>
    sandbox.webhookRules.add(input),
  )
}

function queueState({ store }: Sandbox) {
  const states = ['pending', 'withheld', 'succeeded', 'failed'] as const
  const counts = states.map(state => [state, store.count('delivery', state)])
  /** `plans` counts the bank's pending jobs. */
  return { ...Object.fromEntries(counts), plans: store.count('job') }
}

const checkIntervalMs = 20
const maxDrainMs = 8_000

/**
 * Makes every pending delivery and job due, and waits until each was tried once or the time is up. Rejected
 * deliveries stay pending, and withheld ones stay withheld.
 */
async function drain(sandbox: Sandbox) {
  const { store, clock, wake } = sandbox
  const deadline = Date.now() + maxDrainMs
  const attempts = new Map<string, number>()
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
    await wait(checkIntervalMs)
  }
  return queueState(sandbox)
}
