import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { createLogThrottle } from '../log-throttle'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals
  }
}

/** The framework answers these itself: a body that is too large or not JSON, and a busy server. */
const counted = [413, 415, 503]

export type Refusals = ReturnType<typeof createRefusals>

/** Counts the requests that are refused before a route sees them, by status or reason, and logs them. */
export function createRefusals(log: FastifyBaseLogger) {
  const counts = new Map<string, number>()
  let unlogged: Record<string, number> = {}
  const mayLog = createLogThrottle()
  const write = () => {
    log.warn({ refused: unlogged }, 'requests were refused before they were read')
    unlogged = {}
  }
  return {
    counts,
    count(reason: string) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      unlogged[reason] = (unlogged[reason] ?? 0) + 1
      // Wait a moment, so that the line counts the whole burst.
      if (mayLog()) setTimeout(write, 100).unref()
    },
  }
}

/** Counts the refusals that pass through the framework or Node's server. */
export const countRefusals = fp<{ refusals: Refusals }>(async (app, { refusals }) => {
  app.decorate('refusals', refusals)
  app.server.on('drop', () => refusals.count('connections'))
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (counted.includes(statusCode)) refusals.count(String(statusCode))
  })
})
