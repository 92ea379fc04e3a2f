import type { FastifyReply } from 'fastify'
import { isStoreFailure } from '../db/failures'
import { readHealth } from '../health/read-health'
import type { Routes } from './valibot'

const recentMs = 1_000

/**
 * Ready or not, for monitors: 200 or 503, and no more, because anybody may ask. What is wrong is
 * said by `svichka doctor` and the metrics.
 */
export const health: Routes = async app => {
  let health: ReturnType<typeof readHealth> | undefined
  let readAt = 0
  /** At most a second old: each reading writes the store. */
  const readRecent = () => {
    const now = app.services.now()
    if (!health || Math.abs(now - readAt) >= recentMs) {
      readAt = now
      health = readHealth(app.services)
    }
    return health
  }
  const answer = (reply: FastifyReply, ready: boolean) =>
    reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready })
  app.get('/api/health', {
    config: { limit: 'health' },
    handler: async (_request, reply) => answer(reply, (await readRecent()).ready),
    // Whoever asks is counted, in the same store.
    errorHandler: (error, _request, reply) => {
      if (!isStoreFailure(error)) throw error
      answer(reply, false)
    },
  })
}

/**
 * The process answers. Whoever starts it anew goes by this, because no restart brings back a
 * database or a provider, nor helps against too many visitors.
 */
export const live: Routes = async app => {
  app.get('/api/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ live: true }),
  )
}
