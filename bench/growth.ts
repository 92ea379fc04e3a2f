import { cpSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../src/server/config/read-config'
import { sweepCaptured } from '../src/server/db/donations'
import { openExistingStore } from '../src/server/db/open-store'
import { listOrders } from '../src/server/db/orders'
import type { Store } from '../src/server/db/store'
import { sweptAfterMs } from '../src/server/orders/next-check'
import { notifyTemple } from '../src/server/orders/notify-temple'
import { eraseExpired } from '../src/server/retention/erase'
import { createServices, type Services } from '../src/server/services'
import { fillStore, keepTemplate } from '../tests/setup/fill-store'
import { findFreePort } from '../tests/setup/free-port'
import { startPostgres } from '../tests/setup/start-postgres'
import { syncAllDue } from '../tests/setup/sync-all-due'
import { inTurn, median, type Section } from './figure'
import { type Answer, call, createIntent, load, makePaidIntents, order } from './load'
import { makeFolder, type Product, separateCores, startProduct } from './programs'

const sizes = { small: 1_000, large: 1_000_000 }
const rounds = 3
/** How long a loop's tick is repeated, ms: until its code is compiled. */
const repeatMs = 200

/** The request or loop that takes longer in a large store. */
export const growth: Section = {
  note: 'A store of 1,000,000 orders compared with one of 1,000: one every ten minutes, each with its donation and emails, lit after a day and erased after 90; the calls themselves add up to 1,000 to each. Mean time of an answer (ten at once), and of each loop and list in a process of its own: the median of three rounds, each of which measures both sizes. PostgreSQL without fsync. The README shows the one that grows most.',
  async measure() {
    separateCores()
    const postgres = await startPostgres()
    try {
      const all = [
        ...(await measureEngine('embedded store', '')),
        ...(await measureEngine('PostgreSQL', postgres.url)),
      ].toSorted((a, b) => b.ratio - a.ratio)
      for (const { name, ratio } of all) console.log(`${ratio.toFixed(2)} x  ${name}`)
      const [{ name, smallMs, ratio } = { name: '', smallMs: Number.NaN, ratio: Number.NaN }] = all
      const compared = `${name}, 1,000 orders`
      return [
        {
          name: 'Call or loop that grows most, 1,000,000 orders',
          unit: 'ms',
          own: smallMs * ratio,
          others: { [compared]: smallMs },
          budget: { atMost: 1.2, times: compared },
        },
      ]
    } finally {
      await postgres.stop()
    }
  },
}

interface Growth {
  name: string
  smallMs: number
  ratio: number
}

async function measureEngine(engine: string, databaseUrl: string): Promise<Growth[]> {
  const template = { DATA_DIR: makeFolder(), DATABASE_URL: databaseUrl }
  await createTemplate(template)
  const places: Record<string, Place> = {}
  for (const [size, count] of Object.entries(sizes)) places[size] = await fillCopy(template, count)
  const rows = { ...(await measureCalls(places)), ...(await measureTicks(places)) }
  return Object.entries(rows).map(([name, { small = [], large = [] }]) => ({
    name: `${name}, ${engine}`,
    smallMs: median(small),
    // Each round has a ratio of its own, because what slows the machine slows both sizes.
    ratio: median(large.map((ms, round) => ms / (small[round] ?? Number.NaN))),
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

/** A copy of the template with so many orders; in PostgreSQL a database of its own. */
async function fillCopy(template: Place, count: number): Promise<Place> {
  const place = { ...template, DATA_DIR: makeFolder() }
  cpSync(template.DATA_DIR, place.DATA_DIR, { recursive: true })
  if (template.DATABASE_URL) {
    const client = new pg.Client({ connectionString: template.DATABASE_URL, database: 'template1' })
    await client.connect()
    await client.query(`create database orders_${count} template postgres`)
    await client.end()
    place.DATABASE_URL = new URL(`orders_${count}`, template.DATABASE_URL).href
  }
  await withStore(place, async store => {
    const execute = (text: string) => sql.raw(text).execute(store.db)
    if (store.engine === 'sqlite')
      for (const pragma of ['journal_mode = off', 'foreign_keys = off', 'cache_size = -1000000'])
        await execute(`pragma ${pragma}`)
    await fillStore(store, 1, count)
    if (store.engine === 'postgres') await execute('vacuum analyze')
  })
  return place
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

type Runs = Record<string, Record<string, number[]>>

/** The same work for each size, in turn. */
function inTurnFor<T>(all: Record<string, T>, work: (one: T) => Promise<number>) {
  const candidates = Object.entries(all).map(([size, one]) => [size, () => work(one)])
  return inTurn(rounds, Object.fromEntries(candidates) as Record<string, () => Promise<number>>)
}

/** Mean times of an answer, ms. */
async function measureCalls(places: Record<string, Place>): Promise<Runs> {
  const products: Record<string, Product & { metricsUrl: string }> = {}
  for (const [size, place] of Object.entries(places)) {
    const port = String(await findFreePort())
    const product = await startProduct({ ...place, METRICS_PORT: port })
    products[size] = { ...product, metricsUrl: `http://127.0.0.1:${port}/metrics` }
  }
  const measure = (
    count: number,
    send: (product: (typeof products)[string]) => Promise<Answer>,
    pace = {},
  ) =>
    inTurnFor(
      products,
      async product => (await load(product.server, count, () => send(product), pace)).meanMs,
    )
  const runs = {
    page: await measure(500, ({ server }) => call(server.url)),
    'free order': await measure(200, ({ server }) => order(server)),
    intent: await measure(100, ({ server }) => createIntent(server), { isPaced: true }),
    'paid order': await inTurnFor(products, async product => {
      const intents = await makePaidIntents(product, 50)
      const send = () => order(product.server, { intent: intents.pop() ?? '', email: null })
      return (await load(product.server, 50, send, { isPaced: true })).meanMs
    }),
    health: await measure(50, ({ server }) => call(`${server.url}/api/health`)),
    metrics: await measure(50, ({ metricsUrl }) => call(metricsUrl)),
  }
  for (const { stop } of Object.values(products)) await stop()
  return runs
}

/** What the server does by itself, and the list of the command line. */
async function measureTicks(places: Record<string, Place>): Promise<Runs> {
  const all: Record<string, Services> = {}
  for (const [size, place] of Object.entries(places))
    all[size] = await createServices(
      readConfig({ ...place, CARD_PROVIDER: 'none', LOG_LEVEL: 'error' }),
    )
  const measure = (work: (services: Services) => Promise<unknown>) =>
    inTurnFor(all, async services => {
      const startedAt = performance.now()
      for (let ticks = 1; ; ticks += 1) {
        await work(services)
        const tookMs = performance.now() - startedAt
        if (tookMs > repeatMs) return tookMs / ticks
      }
    })
  const retention = { retentionDays: 90, mailFolder: '/nowhere' }
  const waiting = { fulfilment: 'waiting' } as const
  const runs = {
    'sync tick': await measure(syncAllDue),
    'notices tick': await measure(notifyTemple),
    'outbox tick': await measure(({ outbox }) => outbox.runOnce()),
    'sweep of captured payments': await measure(({ store, now }) =>
      sweepCaptured(store.db, { now: now(), afterMs: sweptAfterMs }),
    ),
    'retention tick': await measure(services => eraseExpired(services, retention)),
    'svichka orders': await measure(({ store }) => listOrders(store, waiting, { limit: 51 })),
  }
  for (const { outbox, store } of Object.values(all)) {
    await outbox.stop()
    await store.close()
  }
  return runs
}
