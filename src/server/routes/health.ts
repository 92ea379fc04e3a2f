import type { FastifyInstance } from 'fastify'
import { readHealth } from '../health/read-health'
import type { GuardCall } from '../limits/guard-call'
import type { Services } from '../services'

/** Ready or not, for monitors: 200 or 503, with what is known of each part. */
export function routeHealth(app: FastifyInstance, services: Services, guard: GuardCall): void {
  app.get('/api/health', { onRequest: guard('health') }, async (_request, reply) => {
    const health = await readHealth(services)
    return reply
      .code(health.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health)
  })
}
