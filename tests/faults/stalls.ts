import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { startPostgres } from '../setup/start-postgres'
import type { Environment } from './environment'
import { paymentsOf, type Row } from './row'
import { isAnswered, type Reply, type Visitor } from './visitor'

const stallMs = 30_000
const visitors = 6

/** Stops all writes. Resolves to a function that ends it. */
type Stall = (env: Environment) => Promise<() => Promise<unknown>>

const mustGoOn = 'page and health answer within 100 ms; nothing is lost or sent twice'

const lockFile: Stall = async env => {
  const other = new DatabaseSync(join(env.product.dataDir, 'svichka.db'), { timeout: 10_000 })
  other.exec('begin immediate')
  return async () => other.close()
}

async function lockTable(env: Environment, table: string) {
  const other = new pg.Client({ connectionString: env.databaseUrl ?? '' })
  await other.connect()
  await other.query(`begin; lock table ${table} in access exclusive mode`)
  return () => other.end()
}

/** The store comes back from every stall, and nobody waits for it. */
export const stallRows: Row[] = [
  {
    number: 7,
    fault: 'another process holds the write lock of the embedded store for 30 s',
    must: mustGoOn,
    run: env => orderDuringStall(env, lockFile),
  },
  ...['orders', 'donations', 'emails'].map((table, index) => ({
    number: 8 + index,
    fault: `another connection of PostgreSQL locks ${table} for 30 s`,
    must: mustGoOn,
    openDatabase: () => startPostgres(),
    run: (env: Environment) => orderDuringStall(env, () => lockTable(env, table)),
  })),
]

async function orderDuringStall(env: Environment, stall: Stall) {
  const free = Array.from({ length: visitors }, (_, index) => env.visitor(`Ганна ${index}`))
  const paying = Array.from({ length: visitors }, (_, index) =>
    env.visitor(`Богдан ${index}`, `bohdan${index}@example.org`),
  )
  for (const visitor of paying) {
    await visitor.choose(200)
    await visitor.sendDraft()
  }
  const sendAll = () =>
    Promise.all([
      ...paying.map(visitor => visitor.order()),
      ...free.map((visitor: Visitor, index) => visitor.orderFree({}, `stalled-order-${index}`)),
    ])
  const release = await stall(env)
  const endsAt = Date.now() + stallMs
  for (const visitor of paying) assert.equal(await visitor.pay(), 'succeeded')
  let isOver = false
  const asking = (async () => {
    const replies: Reply[] = []
    while (!isOver) replies.push(...(await sendAll()))
    return replies
  })()
  const times = await measureUntil(env.product.url, endsAt)
  isOver = true
  await release()
  const releasedAt = Date.now()
  const last = env.visitor('Ганна остання')
  assert.ok(isAnswered(await last.orderFree()), 'No order was stored after the release.')
  assert.ok(Date.now() - releasedAt < 1_000, `It took ${Date.now() - releasedAt} ms.`)
  for (const [path, ms] of Object.entries(times))
    assert.ok(ms < 100, `${path} took ${ms.toFixed()} ms: the median of the stall`)
  for (const reply of await asking)
    assert.ok(reply !== 'lost' && [200, 503].includes(reply.status), JSON.stringify(reply))
  assert.ok((await sendAll()).every(isAnswered), 'An order was not stored after the stall.')
  return (snapshot: Parameters<typeof paymentsOf>[0]) => {
    assert.deepEqual(
      paymentsOf(snapshot),
      [
        ...paying.map(({ candle }) => `${candle.visitor}: paid`),
        ...[...free, last].map(({ candle }) => `${candle.visitor}: none`),
      ].sort(),
    )
  }
}

/** The median time of an answer by path, ms: the bound is about the lock, not about a busy machine. */
async function measureUntil(url: string, endsAt: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = { '/': [], '/api/health': [] }
  while (Date.now() < endsAt) {
    for (const [path, list] of Object.entries(times)) {
      const sentAt = performance.now()
      await fetch(url + path)
      list.push(performance.now() - sentAt)
    }
    // The server caches its health for a second.
    await sleep(1_050)
  }
  return Object.fromEntries(
    Object.entries(times).map(([path, list]) => [
      path,
      list.sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? Infinity,
    ]),
  )
}
