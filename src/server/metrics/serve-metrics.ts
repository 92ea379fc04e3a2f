import Fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hourMs } from '../../shared/durations'
import { readCertificate } from '../health/read-certificate'
import { readHealth, type Status } from '../health/read-health'
import type { Services } from '../services'

/** The help texts. `emailsWaiting` is exported as `svichka_emails_waiting`. */
const helpTexts: Record<keyof Status, string> = {
  emailsWaiting: 'Unsent emails.',
  emailsLate: 'Unsent emails older than 15 minutes.',
  emailsFailed: 'Emails of the last 7 days that failed for good.',
  ordersNameless: 'Waiting orders that were paid and lack a name or purpose.',
  paymentsUnmatched: 'Captured payments without an order: there should be none.',
  donationAgeMs: 'Time since a payment last succeeded.',
  webhookAgeMs: 'Time since the last signed event of the payment provider.',
  webhooksSilent: '1 while payments change without webhook events.',
  badSignatureAgeMs: 'Time since the last event with an invalid signature.',
  reconciledAgeMs: "Time since the payment provider's lists were last read.",
  submissionAgeMs: 'Time since the temple last submitted its page.',
  orderAgeMs: 'Time since the last order.',
  backupAgeMs: 'Time since the last `svichka backup`, or else since the first order.',
  cardsDeclined: 'Cards declined within the hour: far more than payments means card testing.',
}

/**
 * Serves Prometheus metrics on a port of their own. It adds hooks to `app`, so call it before that
 * listens.
 */
export async function serveMetrics(
  app: FastifyInstance,
  services: Services,
  options: { host: string; port: number },
): Promise<FastifyInstance> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  countRefused(app, registry)
  exportWork(services, registry)
  const refresh = exportStatus(services, registry)
  const server = Fastify()
  server.get('/metrics', async (_request, reply) => {
    await refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  await server.listen(options)
  return server
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'svichka_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // All unknown paths share one label, or strangers could create any number.
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

function countRefused(app: FastifyInstance, registry: Registry): void {
  new Counter({
    name: 'svichka_refused_requests_total',
    help: 'Requests and connections refused before a route read them, by status or reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of app.refusals.counts) this.inc({ reason }, count)
    },
  })
}

/** Exports what can be read without the store, at the time of the request. */
function exportWork({ store }: Services, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'svichka_store_connections',
    help: 'Connections to PostgreSQL in use, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const connections = store.countConnections()
      if (!connections) return
      this.set({ state: 'in_use' }, connections.inUse)
      this.set({ state: 'waiting' }, connections.waiting)
    },
  })
  new Gauge({
    name: 'svichka_store_work',
    help: 'Transactions in each lane (docs/decisions/016): running and waiting.',
    labelNames: ['lane', 'state'],
    registers,
    collect() {
      for (const [lane, { running, waiting }] of Object.entries(store.lanes)) {
        this.set({ lane, state: 'running' }, running())
        this.set({ lane, state: 'waiting' }, waiting())
      }
    },
  })
}

/** Returns a function that updates the gauges. NaN stands for what is unknown or never happened. */
function exportStatus(services: Services, registry: Registry): () => Promise<void> {
  const createGauge = (name: string, help: string) =>
    new Gauge({ name: `svichka_${name}`, help, registers: [registry] })
  const ready = createGauge('ready', '1 if GET /api/health answers 200.')
  const store = createGauge('store_up', '1 if the store can be read and written.')
  const disk = createGauge('disk_free_bytes', 'Free space on the disk of the embedded store.')
  const clock = createGauge('clock_ahead_seconds', 'How far our clock is ahead of the provider’s.')
  const certificate = createGauge(
    'certificate_left_seconds',
    'Until the certificate of PUBLIC_URL expires.',
  )
  const readExpiry = rememberExpiry(services)
  const keys = Object.keys(helpTexts) as (keyof Status)[]
  const gauges = keys.map(key => ({ key, gauge: createGauge(formatName(key), helpTexts[key]) }))
  const unused = listUnused(services)
  return async () => {
    const { ready: isReady, status, diskFreeBytes } = await readHealth(services)
    ready.set(Number(isReady))
    store.set(Number(status !== null))
    disk.set(diskFreeBytes ?? Number.NaN)
    certificate.set(((await readExpiry()) - services.now()) / 1000)
    clock.set((services.provider?.clockAheadMs() ?? Number.NaN) / 1000)
    for (const { key, gauge } of gauges) {
      const figure = unused.includes(key) ? Number.NaN : Number(status?.[key] ?? Number.NaN)
      gauge.set(key.endsWith('Ms') ? figure / 1000 : figure)
    }
  }
}

const expiryKnownMs = hourMs

/** Reads when the certificate expires, once an hour. NaN means that there is none or it cannot be read. */
function rememberExpiry({ emailSettings }: Services): () => Promise<number> {
  let last = { at: Number.NEGATIVE_INFINITY, expiresAt: Number.NaN }
  return async () => {
    if (performance.now() - last.at < expiryKnownMs) return last.expiresAt
    const certificate = await readCertificate(emailSettings.publicUrl)
    last = { at: performance.now(), expiresAt: certificate?.expiresAt ?? Number.NaN }
    return last.expiresAt
  }
}

/** Lists the figures of disabled features, whose ages would alert for ever. */
function listUnused({ provider }: Services): (keyof Status)[] {
  return [...(provider === null ? (['reconciledAgeMs', 'webhooksSilent'] as const) : [])]
}

/** Formats a key as in `emails_waiting`. Times in ms become seconds. */
function formatName(key: string): string {
  const words = key.replace(/Ms$/, 'Seconds')
  return words.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
