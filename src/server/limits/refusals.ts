import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { createLogThrottle } from '../log-throttle'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals
  }
}

/** Statuses that no route gives: a body that is too large, or not JSON, a busy server. */
const counted = [413, 415, 503]

export type Refusals = ReturnType<typeof createRefusals>

/** Counts what is refused before a route sees it, by status or reason, and logs it once a minute. */
export function createRefusals(log: FastifyBaseLogger) {
  const counts = new Map<string, number>()
  let unlogged: Record<string, number> = {}
  const mayLog = createLogThrottle()
  const write = () => {
    log.warn({ refused: unlogged }, 'requests were refused before they were read')
    unlogged = {}
  }
  return {
    /** Since the start. */
    counts,
    count(reason: string) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      unlogged[reason] = (unlogged[reason] ?? 0) + 1
      // A moment later, so that the first line of a burst counts it.
      if (mayLog()) setTimeout(write, 100).unref()
    },
  }
}

/** For the answers that do pass through the framework. */
export const countRefusals = fp<{ refusals: Refusals }>(async (app, { refusals }) => {
  app.decorate('refusals', refusals)
  app.server.on('drop', () => refusals.count('connections'))
  // More on one connection than `maxRequestsPerSocket`: Node answers 503 itself.
  app.server.on('dropRequest', () => refusals.count('503'))
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (counted.includes(statusCode)) refusals.count(String(statusCode))
  })
})
