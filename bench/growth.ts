import { sql } from 'kysely'
import { openExistingStore } from '../src/server/db/open-store'
import type { Store } from '../src/server/db/store'
import { type Postgres, startPostgres } from '../tests/setup/start-postgres'
import { type Figure, inTurn, type Section, summarize } from './figure'
import { type Answer, call, load } from './load'
import { leaveServerCore, makeFolder, type Product, releaseCores, startProduct } from './programs'
import { makePaidIntents, orderFree, orderPaid } from './visitors'

const calls = ['page', 'free order', 'paid order', 'health'] as const

/** Requests and loops on stores of growing size. */
export const growth: Section = {
  note: 'The same requests with ever more orders in the store, each with its donation and emails; mean time of an answer, ten at once. The budget: 1.2 x that of 1,000 orders.',
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
  const runs = new Map(calls.map(name => [name, [] as { who: string; times: number[] }[]]))
  let filled = 0
  for (const count of counts) {
    await changeStore(place, store => fill(store, filled + 1, count))
    filled = count
    const product = await start()
    const measured = await measureCalls(product, counts.length > 2 ? 5 : 1)
    for (const name of calls)
      runs.get(name)?.push({ who: `${count.toLocaleString('en')} orders`, times: measured[name] })
    await product.stop()
  }
  return calls.map(name => {
    const samples = (runs.get(name) ?? []).map(({ who, times }) => summarize(who, times))
    return {
      name: `${name}, ${engine}`,
      unit: 'ms',
      // The budget is about the largest store.
      samples: samples.toReversed(),
      budget: { atMost: 1.2, times: '1,000 orders' },
      isHeadline: name === 'paid order' && !postgres,
    }
  })
}

async function measureCalls(product: Product, rounds: number) {
  const { url } = product.server
  const meanMs = async (count: number, send: () => Promise<Answer>) =>
    (await load(product.server, count, send)).meanMs
  const get = (path: string) => () => call(url + path, { method: 'GET' })
  return inTurn(rounds, {
    page: () => meanMs(500, get('/')),
    'free order': () => meanMs(200, () => orderFree(url)),
    async 'paid order'() {
      const intents = await makePaidIntents(product, 50)
      return meanMs(50, () => orderPaid(url, intents.pop() ?? '', null))
    },
    health: () => meanMs(50, get('/api/health')),
  })
}

const templates = ['orders', 'donations', 'emails'] as const
const hourMs = 3_600_000

async function changeStore(
  place: { dataDir: string; databaseUrl: string | null },
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openExistingStore({ ...place, queryTimeoutMs: hourMs })
  const execute = (text: string) => sql.raw(text).execute(store.db)
  if (store.engine === 'sqlite')
    await execute('pragma synchronous = off').then(() => execute('pragma foreign_keys = off'))
  await work(store)
  if (store.engine === 'postgres') await execute('vacuum analyze')
  await store.close()
}

async function keepTemplate({ db }: Store): Promise<void> {
  for (const table of templates)
    await sql.raw(`create table ${table}_template as select * from ${table}`).execute(db)
}

/** Copies the one paid order with its donation and emails, spread over 80 days, from `from` to `to`. */
async function fill({ db }: Store, from: number, to: number): Promise<void> {
  const tables = await db.introspection.getTables()
  for (const table of templates) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    const values = columns.map(column => {
      if (/^id$|_id$|_key$|^code$/.test(column)) return `t.${column} || '-' || n`
      return /_at$/.test(column) ? `t.${column} - n * 6911 % 6912000000` : `t.${column}`
    })
    const rows = `with recursive up(n) as
        (select cast(${from} as bigint) union all select n + 1 from up where n < ${to})
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from up, ${table}_template t`
    await sql.raw(rows).execute(db)
  }
}
