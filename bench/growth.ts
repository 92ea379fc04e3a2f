import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/server/db/sqlite-database'
import { type Postgres, startPostgres } from '../tests/setup/start-postgres'
import { type Figure, type Section, summarize } from './figure'
import { call, load } from './load'
import { leaveServerCore, makeFolder, type Product, releaseCores, startProduct } from './programs'
import { makePaidIntents, orderFree, orderPaid } from './visitors'

const calls = ['page', 'free order', 'paid order', 'health'] as const

/** A full store, on either engine. */
interface Store {
  execute(sql: string): Promise<unknown>
  columnsOf(table: string): Promise<string[]>
  close(): Promise<void>
}

/** What a full store costs. */
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
  const open = () => (postgres ? openPostgres(postgres.url) : openEmbedded(dataDir))
  await keepTemplate(await open())
  const runs = new Map(calls.map(name => [name, [] as { who: string; times: number[] }[]]))
  let filled = 0
  for (const count of counts) {
    await fill(await open(), filled + 1, count)
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
      // The fullest store is what the budget is about.
      samples: samples.toReversed(),
      budget: { atMost: 1.2, times: '1,000 orders' },
      isHeadline: name === 'paid order' && !postgres,
    }
  })
}

async function measureCalls(
  product: Product,
  rounds: number,
): Promise<Record<(typeof calls)[number], number[]>> {
  const { server } = product
  const times: Record<(typeof calls)[number], number[]> = {
    page: [],
    'free order': [],
    'paid order': [],
    health: [],
  }
  for (let round = 0; round <= rounds; round += 1) {
    const intents = await makePaidIntents(product, 50)
    const get = (path: string) => () => call(server.url + path, { method: 'GET' })
    const means = {
      page: await load(server, 500, get('/')),
      'free order': await load(server, 200, () => orderFree(server.url)),
      'paid order': await load(server, 50, () => orderPaid(server.url, intents.pop() ?? '', null)),
      health: await load(server, 50, get('/api/health')),
    }
    // The first round warms up.
    if (round > 0) for (const name of calls) times[name].push(means[name].meanMs)
  }
  return times
}

const templates = ['orders', 'donations', 'emails']

async function keepTemplate(store: Store): Promise<void> {
  for (const table of templates)
    await store.execute(`create table ${table}_template as select * from ${table}`)
  await store.close()
}

/** Copies the one paid order with its donation and emails, spread over 80 days, from `from` to `to`. */
async function fill(store: Store, from: number, to: number): Promise<void> {
  for (const table of templates) {
    const columns = await store.columnsOf(table)
    const values = columns.map(column => {
      if (/^id$|_id$|_key$|^code$/.test(column)) return `t.${column} || '-' || n`
      return /_at$/.test(column) ? `t.${column} - n * 6911 % 6912000000` : `t.${column}`
    })
    await store.execute(`with recursive up(n) as
        (select cast(${from} as bigint) union all select n + 1 from up where n < ${to})
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from up, ${table}_template t`)
  }
  await store.close()
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const database = openDatabase(join(dataDir, 'svichka.db'))
  database.exec('pragma synchronous = off; pragma foreign_keys = off')
  return {
    execute: async sql => database.exec(sql),
    columnsOf: async table =>
      database
        .prepare(`pragma table_info(${table})`)
        .all()
        .map(row => String(Object(row).name)),
    close: async () => database.close(),
  }
}

async function openPostgres(connectionString: string): Promise<Store> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    execute: sql => client.query(sql),
    async columnsOf(table) {
      const query = 'select column_name from information_schema.columns where table_name = $1'
      const { rows } = await client.query(query, [table])
      return rows.map(row => String(row.column_name))
    },
    async close() {
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
