import type { FastifyReply } from 'fastify'
import { isStoreFailure } from '../db/failures'
import { readHealth } from '../health/read-health'
import type { Routes } from './valibot'

const recentMs = 1_000

/** 200 or 503 and no details, because it is public: see `svichka doctor` and the metrics. */
export const health: Routes = async app => {
  let health: ReturnType<typeof readHealth> | undefined
  let readAt = 0
  /** Cached for a second, because each check writes to the store. */
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
    // The rate limit uses the same store.
    errorHandler: (error, _request, reply) => {
      if (!isStoreFailure(error)) throw error
      answer(reply, false)
    },
  })
}

/** Liveness for supervisors: a restart cures neither a lost database nor overload. */
export const live: Routes = async app => {
  app.get('/api/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ live: true }),
  )
}
