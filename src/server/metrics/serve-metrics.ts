import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Services } from '../services'
import { measureRequests } from './measure-requests'
import { measureShop } from './measure-shop'

/**
 * Serves metrics for Prometheus on a port of their own, which is not for the public. Measures
 * `app`, so call this before it listens.
 */
export async function serveMetrics(
  app: FastifyInstance,
  services: Services,
  place: { host: string; port: number },
): Promise<FastifyInstance> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  const refresh = measureShop(services, registry)
  const server = Fastify()
  server.get('/metrics', async (_request, reply) => {
    await refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  await server.listen(place)
  return server
}
