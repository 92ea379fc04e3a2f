import pg from 'pg'
import { readConfig } from '../src/server/config/read-config'
import { createServices, type Services } from '../src/server/services'
import { readTemplePage } from '../src/server/temple/read-page'
import { buildStoredOrder, paid } from '../tests/integration/build-order'
import { findFreePort } from '../tests/setup/free-port'
import { startPostgres } from '../tests/setup/start-postgres'
import { loadTempleRenderer } from '../tests/setup/temple-sample'
import { type Figure, inTurn, median, type Section } from './figure'
import { makeFolder } from './programs'

const sizes = { '1,000 waiting': 1_000, '100,000 waiting': 100_000 }
const rounds = 30

/** The temple's page while more waits than anybody can light. */
export const templeList: Section = {
  note: 'A part of the temple’s page, 200 orders of 100,000 that wait, read from the store and rendered, compared with 1,000 that wait: the median of thirty rounds. The README shows the slowest part.',
  async measure() {
    const postgres = await startPostgres()
    try {
      const parts = [
        ...(await measureEngine(() => '')),
        ...(await measureEngine(count => createDatabase(postgres.url, `list_${count}`))),
      ]
      const [slowest] = parts.toSorted((a, b) => b.own - a.own)
      return slowest ? [slowest] : []
    } finally {
      await postgres.stop()
    }
  },
}

/** Measures the first part, one in the middle and the last. */
async function measureEngine(
  findDatabase: (count: number) => string | Promise<string>,
): Promise<Figure[]> {
  const renderTemple = await loadTempleRenderer()
  const stores: [string, Services][] = []
  for (const [size, count] of Object.entries(sizes)) {
    const services = await createServices(
      readConfig({
        ...{ DATA_DIR: makeFolder(), DATABASE_URL: await findDatabase(count) },
        ...{ CARD_PROVIDER: 'none', LOG_LEVEL: 'error', PORT: String(await findFreePort()) },
      }),
    )
    await fill(services, count)
    stores.push([size, services])
  }
  const figures: Figure[] = []
  for (const after of ['', '5', '8']) {
    const measure = async (services: Services) => {
      const startedAt = performance.now()
      const opened = { language: 'uk' as const, path: '/temple/link', after, ticked: [] }
      renderTemple(await readTemplePage(services, opened))
      return performance.now() - startedAt
    }
    const candidates = stores.map(([size, services]) => [size, () => measure(services)])
    const runs = await inTurn<number>(rounds, Object.fromEntries(candidates))
    const medians = Object.entries(runs).map(([size, times]) => [size, median(times)] as const)
    figures.push({
      name: 'A part of the temple’s page, 100,000 waiting',
      unit: 'ms',
      own: medians.at(-1)?.[1] ?? Number.NaN,
      others: Object.fromEntries(medians.slice(0, -1)),
      budget: { atMost: 50 },
    })
  }
  for (const [, { outbox, store }] of stores) {
    await outbox.stop()
    await store.close()
  }
  return figures
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(name, url).href
}

/** Of each rank of the list some. */
async function fill({ store, now }: Services, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => {
    const id = `order-${String(i).padStart(7, '0')}`
    const payment = i % 10 === 0 ? paid : {}
    const columns = { intention: i % 3, crowd: i % 4 === 0, createdAt: now() - i * 60_000 }
    return buildStoredOrder({ id, code: id, idempotencyKey: id, ...columns, ...payment })
  })
  for (let from = 0; from < count; from += 500)
    await store.db
      .insertInto('orders')
      .values(rows.slice(from, from + 500))
      .execute()
}
