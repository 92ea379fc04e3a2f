import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { readConfig } from '../src/server/config/read-config'
import { sweepCaptured } from '../src/server/db/donations'
import { openExistingStore } from '../src/server/db/open-store'
import { listOrders, sumOrders } from '../src/server/db/orders'
import type { Store } from '../src/server/db/store'
import { notifyTemple } from '../src/server/orders/notify-temple'
import { syncDuePayments } from '../src/server/orders/sync-due-payments'
import { eraseExpired } from '../src/server/retention/erase'
import { createServices, type Services } from '../src/server/services'
import { fillStore, keepTemplate } from '../tests/setup/fill-store'
import { type Postgres, startPostgres } from '../tests/setup/start-postgres'
import { type Figure, inTurn, type Section, summarize } from './figure'
import { type Answer, call, load } from './load'
import { leaveServerCore, makeFolder, type Product, releaseCores, startProduct } from './programs'
import { createIntent, makePaidIntents, orderFree, orderPaid } from './visitors'

const dayMs = 24 * 3_600_000

/** Requests and loops on stores of growing size. */
export const growth: Section = {
  note: 'Stores of 10 to 1,000,000 orders, one every ten minutes, each with its donation and emails, lit after a day and erased after 90. Mean time of an answer (ten at once) and of each loop and list in a process of its own. The budget: 1.2 x that of 1,000 orders.',
  async measure(isQuick) {
    const counts = isQuick ? [10, 1_000] : [10, 1_000, 100_000, 1_000_000]
    const isPinned = leaveServerCore()
    const postgres = await startPostgres({ fsync: true })
    try {
      return [
        ...(await measureEngine('embedded store', counts, isPinned, null)),
        ...(await measureEngine('PostgreSQL', counts, isPinned, postgres)),
      ]
    } finally {
      await postgres.stop()
      releaseCores()
    }
  },
}

async function measureEngine(
  engine: string,
  counts: number[],
  isPinned: boolean,
  postgres: Postgres | null,
): Promise<Figure[]> {
  const dataDir = makeFolder()
  const start = () =>
    startProduct({ dataDir, isPinned, env: { DATABASE_URL: postgres?.url ?? '' } })
  const first = await start()
  const [intent = ''] = await makePaidIntents(first, 1)
  await orderPaid(first.server.url, intent, 'olha@example.org')
  await first.stop()
  const place = { dataDir, databaseUrl: postgres?.url ?? null }
  await changeStore(place, keepTemplate)
  const runs = new Map<string, { who: string; times: number[] }[]>()
  let filled = 0
  for (const count of counts) {
    await changeStore(place, store => fillStore(store, filled + 1, count))
    filled = count
    const rounds = counts.length > 2 ? 5 : 1
    const product = await start()
    const measured: Record<string, number[]> = await measureCalls(product, rounds)
    await product.stop()
    Object.assign(measured, await measureTurns(place, rounds))
    for (const [name, times] of Object.entries(measured))
      runs.set(name, [
        ...(runs.get(name) ?? []),
        { who: `${count.toLocaleString('en')} orders`, times },
      ])
  }
  rmSync(dataDir, { recursive: true })
  return [...runs].map(([name, all]) => ({
    name: `${name}, ${engine}`,
    unit: 'ms',
    // The fullest store is what the budget is about.
    samples: all.map(({ who, times }) => summarize(who, times)).toReversed(),
    budget: { atMost: 1.2, times: '1,000 orders' },
  }))
}

function measureCalls(product: Product, rounds: number) {
  const { url } = product.server
  const meanMs = async (count: number, send: () => Promise<Answer>) =>
    (await load(product.server, count, send)).meanMs
  const get = (path: string) => () => call(url + path, { method: 'GET' })
  return inTurn(rounds, {
    page: () => meanMs(500, get('/')),
    'free order': () => meanMs(200, () => orderFree(url)),
    intent: () => meanMs(100, () => createIntent(url)),
    async 'paid order'() {
      const intents = await makePaidIntents(product, 50)
      return meanMs(50, () => orderPaid(url, intents.pop() ?? '', null))
    },
    health: () => meanMs(50, get('/api/health')),
  })
}

/** What the server does by itself, and the lists of the command line. */
async function measureTurns(place: Place, rounds: number) {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    CARD_PROVIDER: 'none',
    LOG_LEVEL: 'error',
  })
  const services = await createServices(config)
  try {
    return await inTurn(rounds, {
      'sync tick': () => repeat(100, () => syncDuePayments(services)),
      'notices tick': () => repeat(100, () => notifyTemple(services)),
      'mail tick': () => repeat(100, () => services.outbox.runOnce()),
      'sweep of captured payments': () => repeat(50, () => sweep(services)),
      'retention tick': () => repeat(20, () => erase(services)),
      'svichka orders': () => repeat(20, () => listOrders(services.store, waiting, page)),
      'svichka orders --state all': () => repeat(20, () => listOrders(services.store, {}, page)),
      "a day's totals": () => repeat(20, () => sumDay(services)),
    })
  } finally {
    await services.outbox.stop()
    await services.store.close()
  }
}

const waiting = { fulfilment: 'waiting' as const }
const page = { limit: 51 }
const sweep = ({ store, now }: Services) => sweepCaptured(store.db, now())
const erase = (services: Services) =>
  eraseExpired(services, { retentionDays: 90, mailFolder: '/nowhere' })
const sumDay = ({ store, now }: Services) => sumOrders(store.db, now() - dayMs, now())

/** ms for one. */
async function repeat(times: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let time = 0; time < times; time += 1) await work()
  return (performance.now() - startedAt) / times
}

interface Place {
  dataDir: string
  databaseUrl: string | null
}

async function changeStore(place: Place, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openExistingStore({ ...place, queryTimeoutMs: 3_600_000 })
  const execute = (text: string) => sql.raw(text).execute(store.db)
  if (store.engine === 'sqlite')
    for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -1000000'])
      await execute(`pragma ${pragma}`)
  await work(store)
  // Nothing of what was measured before is left to do.
  await execute('update orders set notice_due_at = null where notice_due_at is not null')
  await execute(`update emails set state = 'sent' where state = 'waiting'`)
  if (store.engine === 'postgres') await execute('vacuum analyze')
  await store.close()
}
