import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readHealth, type Status } from '../health/read-health'
import type { Services } from '../services'

/** Prometheus help by figure; `emailsWaiting` is exported as `svichka_emails_waiting`. */
const helps: Record<keyof Status, string> = {
  emailsWaiting: 'Emails that are not sent yet.',
  emailsLate: 'Emails that were written over 15 minutes ago and are not sent yet.',
  emailsGivenUp: 'Emails of the last 7 days that were given up.',
  ticketsOpen: 'Captured payments without an order that the temple has been told of.',
  paymentsUnmatched: 'Captured payments with neither order nor ticket: there should be none.',
  donationAgeMs: 'Time since a payment last succeeded.',
  webhookAgeMs: 'Time since the last signed event of the payment provider.',
  webhooksSilent: '1 while payments change and no event says so.',
  badSignatures: 'Events whose signature did not fit, since the store began.',
  reconciledAgeMs: "Time since the payment provider's list was last compared with ours.",
  mailboxAgeMs: "Time since the temple's mailbox was last read.",
  backupAgeMs: 'Time since the last backup by `svichka backup`.',
  cardsDeclined:
    'Cards declined within the hour: many more than payments are somebody who tests cards.',
}

/** Serves Prometheus metrics on a private port. Adds hooks to `app`: call it before it listens. */
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

/** Unknown paths share one name. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'svichka_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

/** Returns a function that updates the gauges; NaN: unknown, or never happened. */
function measureShop(services: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `svichka_${name}`, help, registers: [registry] })
  const ready = gauge('ready', '1 if GET /api/health says so.')
  const store = gauge('store_up', '1 if the store can be read and written.')
  const disk = gauge('disk_free_bytes', 'Room on the disk of the embedded store.')
  const clock = gauge('clock_ahead_seconds', 'Our clock beside the provider’s.')
  const figures = (Object.keys(helps) as (keyof Status)[]).map(key => ({
    key,
    made: gauge(nameOf(key), helps[key]),
  }))
  return async () => {
    const { ready: isReady, status, diskFreeBytes } = await readHealth(services)
    ready.set(Number(isReady))
    store.set(Number(status !== null))
    disk.set(diskFreeBytes ?? Number.NaN)
    clock.set((services.provider?.clockAheadMs() ?? Number.NaN) / 1000)
    for (const { key, made } of figures) {
      const figure = Number(status?.[key] ?? Number.NaN)
      made.set(key.endsWith('Ms') ? figure / 1000 : figure)
    }
  }
}

/** `emails_waiting`; times in ms become seconds. */
function nameOf(key: string): string {
  const words = key.replace(/Ms$/, 'Seconds')
  return words.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
