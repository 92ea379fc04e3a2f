import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../src/server/config/read-config'
import { sweepCaptured } from '../src/server/db/donations'
import { openExistingStore } from '../src/server/db/open-store'
import { listOrders } from '../src/server/db/orders'
import type { Store } from '../src/server/db/store'
import { notifyTemple } from '../src/server/orders/notify-temple'
import { syncDuePayments } from '../src/server/orders/sync-due-payments'
import { eraseExpired } from '../src/server/retention/erase'
import { createServices } from '../src/server/services'
import { fillStore, keepTemplate } from '../tests/setup/fill-store'
import { findFreePort } from '../tests/setup/free-port'
import { startPostgres } from '../tests/setup/start-postgres'
import { type Figure, inTurn, median, type Section } from './figure'
import { call, createIntent, load, makePaidIntents, order } from './load'
import { makeFolder, separateCores, startProduct } from './programs'

/** Requests and loops on a small and a large store. */
export const growth: Section = {
  note: 'A store of 1,000,000 orders compared with one of 1,000: one every ten minutes, each with its donation and emails, lit after a day and erased after 90. Mean time of an answer (ten at once), and of each loop and list in a process of its own. PostgreSQL without fsync.',
  async measure() {
    separateCores()
    const sizes = [1_000, 1_000_000] as const
    const rounds = 3
    const postgres = await startPostgres()
    try {
      return [
        ...(await measureEngine('embedded store', '', sizes, rounds)),
        ...(await measureEngine('PostgreSQL', postgres.url, sizes, rounds)),
      ]
    } finally {
      await postgres.stop()
    }
  },
}

async function measureEngine(
  engine: string,
  databaseUrl: string,
  [few, many]: readonly [number, number],
  rounds: number,
): Promise<Figure[]> {
  const place = { DATA_DIR: makeFolder(), DATABASE_URL: databaseUrl }
  await createTemplate(place)
  await fill(place, 1, few)
  const before = await measureStore(place, rounds)
  await fill(place, few + 1, many)
  const after = await measureStore(place, rounds)
  const small = `${few.toLocaleString('en')} orders`
  return Object.entries(after).map(([name, times]) => ({
    name: `${name}, ${engine}`,
    unit: 'ms',
    own: median(times),
    others: { [small]: median(before[name] ?? []) },
    budget: { atMost: 1.2, times: small },
  }))
}

interface Place extends Record<string, string> {
  DATA_DIR: string
  /** Empty: the embedded store. */
  DATABASE_URL: string
}

/** Takes one paid order, whose rows are copied. */
async function createTemplate(place: Place): Promise<void> {
  const product = await startProduct(place)
  const [intent = ''] = await makePaidIntents(product, 1)
  await order(product.server, { intent, email: 'olha@example.org' })
  // Until its notice to the temple is written.
  await sleep(2_500)
  await product.stop()
  await withStore(place, keepTemplate)
}

async function fill(place: Place, from: number, to: number): Promise<void> {
  await withStore(place, async store => {
    const execute = (text: string) => sql.raw(text).execute(store.db)
    if (store.engine === 'sqlite')
      for (const pragma of ['journal_mode = off', 'foreign_keys = off', 'cache_size = -1000000'])
        await execute(`pragma ${pragma}`)
    await fillStore(store, from, to)
    // Nothing of what was measured before is left to do.
    await execute('update orders set notice_due_at = null where notice_due_at is not null')
    await execute(`update emails set state = 'sent' where state = 'waiting'`)
    await execute(`update orders set fulfilment = 'lit', lit_at = created_at where lit_at is null`)
    if (store.engine === 'postgres') await execute('vacuum analyze')
  })
}

async function withStore(
  { DATA_DIR, DATABASE_URL }: Place,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const place = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL || null }
  const store = await openExistingStore({ ...place, queryTimeoutMs: 3_600_000 })
  await work(store)
  await store.close()
}

/** Mean times, ms. */
async function measureStore(place: Place, rounds: number): Promise<Record<string, number[]>> {
  return { ...(await measureCalls(place, rounds)), ...(await measureTicks(place, rounds)) }
}

async function measureCalls(place: Place, rounds: number) {
  const metricsPort = String(await findFreePort())
  const product = await startProduct({ ...place, METRICS_PORT: metricsPort })
  const { server } = product
  const meanMs = async (count: number, send: Parameters<typeof load>[2]) =>
    (await load(server, count, send)).meanMs
  const runs = await inTurn(rounds, {
    page: () => meanMs(500, () => call(server.url)),
    'free order': () => meanMs(200, () => order(server)),
    intent: () => meanMs(100, () => createIntent(server)),
    async 'paid order'() {
      const intents = await makePaidIntents(product, 50)
      return meanMs(50, () => order(server, { intent: intents.pop() ?? '', email: null }))
    },
    health: () => meanMs(50, () => call(`${server.url}/api/health`)),
    metrics: () => meanMs(50, () => call(`http://127.0.0.1:${metricsPort}/metrics`)),
  })
  await product.stop()
  return runs
}

/** What the server does by itself, and the list of the command line. */
async function measureTicks(place: Place, rounds: number) {
  const config = readConfig({ ...place, CARD_PROVIDER: 'none', LOG_LEVEL: 'error' })
  const services = await createServices(config)
  const { store, outbox, now } = services
  const retention = { retentionDays: 90, mailFolder: '/nowhere' }
  try {
    return await inTurn(rounds, {
      'sync tick': () => repeat(100, () => syncDuePayments(services)),
      'notices tick': () => repeat(100, () => notifyTemple(services)),
      'outbox tick': () => repeat(100, () => outbox.runOnce()),
      'sweep of captured payments': () => repeat(50, () => sweepCaptured(store.db, now())),
      'retention tick': () => repeat(20, () => eraseExpired(services, retention)),
      'svichka orders': () =>
        repeat(20, () => listOrders(store, { fulfilment: 'waiting' }, { limit: 51 })),
    })
  } finally {
    await outbox.stop()
    await store.close()
  }
}

/** ms for one. */
async function repeat(times: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let time = 0; time < times; time += 1) await work()
  return (performance.now() - startedAt) / times
}
