import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { type Postgres, startPostgres } from '../../setup/start-postgres'
import type { Environment } from '../environment'
import type { Row } from '../row'
import { isAnswered, type Reply, type Visitor } from '../visitor'
import { paymentsOf } from './queries'

const stallMs = 30_000
const visitors = 6

/** Stops all writes. Resolves to what ends that. */
type Stall = (env: Environment) => Promise<() => Promise<unknown>>

const mustGoOn = 'page and health answer within 100 ms; nothing is lost or sent twice'

const lockFile: Stall = async env => {
  const other = new DatabaseSync(join(env.product.dataDir, 'svichka.db'), { timeout: 10_000 })
  other.exec('begin immediate')
  return async () => other.close()
}

/** The store comes back from every stall, and nobody waits for it. */
export const stallRows: Row[] = [
  {
    number: 13,
    fault: 'another process holds the write lock of the embedded store for 30 s',
    must: mustGoOn,
    run: env => orderDuringStall(env, lockFile),
  },
  {
    number: 14,
    fault: 'svichka forget is killed in the middle of its write',
    must: 'the next order is stored without a restart, and the command can be run again',
    async run(env) {
      const email = 'maria@example.org'
      const count = 60
      for (let index = 0; index < count; index += 1)
        assert.ok(isAnswered(await env.visitor(`Марія ${index}`, email).orderFree()))
      await env.until('their emails are sent', async () => {
        const { orders, emails } = await env.snapshot()
        const isWaiting = emails.some(({ state }) => state === 'waiting')
        return !isWaiting && orders.every(order => order.notice_due_at === null)
      })
      let killed = 0
      for (let time = 0; time < 8; time += 1) {
        const command = forget(env, email)
        const ended = once(command, 'exit')
        await Promise.race([untilLocked(env), ended])
        await sleep(time)
        if (command.exitCode === null && command.kill('SIGKILL')) killed += 1
        await ended
        const sentAt = performance.now()
        assert.ok(isAnswered(await env.visitor(`Ганна ${time}`).orderFree()))
        assert.ok(performance.now() - sentAt < 1_000, 'The order after the kill waited.')
      }
      assert.ok(killed > 0, 'No command was killed.')
      await once(forget(env, email), 'exit')
      return ({ orders }) => {
        assert.equal(orders.length, count + 8)
        assert.ok(!orders.some(order => order.name?.startsWith('Марія')), 'Names are left.')
      }
    },
  },
  lockedTableRow(15, 'orders'),
  lockedTableRow(16, 'donations'),
  lockedTableRow(17, 'emails'),
]

function lockedTableRow(number: number, table: string): Row {
  let database: Postgres
  return {
    number,
    fault: `another connection of PostgreSQL locks ${table} for 30 s`,
    must: mustGoOn,
    async setUp() {
      database = await startPostgres()
      return { options: { databaseUrl: database.url }, tearDown: () => database.stop() }
    },
    run: env => orderDuringStall(env, () => lockTable(database, table)),
  }
}

async function lockTable({ url }: Postgres, table: string) {
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`begin; lock table ${table} in access exclusive mode`)
  return () => other.end()
}

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
    // The server shares an answer of health for a second.
    await sleep(1_050)
  }
  return Object.fromEntries(
    Object.entries(times).map(([path, list]) => [
      path,
      list.sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? Infinity,
    ]),
  )
}

/** From a folder of its own: it would delete the person's emails from that in which they are counted. */
function forget({ product }: Environment, who: string) {
  const folder = join(product.dataDir, 'command')
  if (!existsSync(folder)) {
    mkdirSync(folder)
    symlinkSync(join(product.dataDir, 'svichka.db'), join(folder, 'svichka.db'))
  }
  return spawn(process.execPath, [resolve('dist/cli/main.js'), 'forget', who, '--yes'], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: folder, CARD_PROVIDER: 'none' },
    stdio: 'ignore',
  })
}

/** Until another process has taken the write lock, so that ours is refused. */
async function untilLocked({ product }: Environment): Promise<void> {
  const database = new DatabaseSync(join(product.dataDir, 'svichka.db'), { timeout: 0 })
  try {
    for (;;) {
      database.exec('begin immediate; rollback')
      await sleep(1)
    }
  } catch {
    // It is locked.
  } finally {
    database.close()
  }
}
