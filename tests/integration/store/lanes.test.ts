import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../src/server/db/open-store'
import { inTransaction } from '../../../src/server/db/store'
import { closeGate } from '../../setup/gate'
import { openStorePlace } from '../../setup/test-store'

const conflict = sql`lock table submissions nowait`

/** A store, and another process that is in the way of `conflict` until it commits. */
async function openInConflict({ retryForMs }: { retryForMs?: number } = {}) {
  const place = await openStorePlace('postgres', true)
  const store = await openStore({ ...place, retryForMs })
  onTestFinished(() => store.close())
  const other = new pg.Client(place.databaseUrl ?? '')
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table submissions')
  return { store, other }
}

const setClockForward = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('a paid order that met a conflict waits for none of forty free ones that did', async () => {
  const { store, other } = await openInConflict()
  const free = Array.from({ length: 40 }, () =>
    inTransaction(store, trx => conflict.execute(trx), 'free'),
  )
  await expect.poll(() => store.lanes.free.waiting()).toBeGreaterThan(0)
  let tries = 0
  const paying = inTransaction(store, async trx => {
    tries += 1
    if (tries === 1) await conflict.execute(trx)
  })
  // In one queue for all repeats it would wait until they have given up.
  const ended = (what: string) => () => what
  const givenUp = free.map(each => each.then(ended('free'), ended('free')))
  expect(await Promise.race([paying.then(ended('paid')), ...givenUp])).toBe('paid')
  expect(tries).toBe(2)
  await other.query('commit')
  await Promise.all(free)
})

test('what a captured payment needs finds a connection while strangers hold all of theirs', async () => {
  const store = await openStore(await openStorePlace('postgres', true))
  onTestFinished(() => store.close())
  const gate = closeGate()
  onTestFinished(gate.open)
  const strangers = (['free', 'unpaid'] as const).flatMap(lane =>
    Array.from({ length: 20 }, () => inTransaction(store, () => gate.opened, lane)),
  )
  // On a slow machine some wait for too long.
  const ended = Promise.allSettled(strangers)
  const { free, unpaid } = store.lanes
  const countRunning = () => free.running() + unpaid.running()
  await expect.poll(() => store.countConnections()?.inUse).toBe(countRunning())
  expect(Math.min(free.waiting(), unpaid.waiting())).toBeGreaterThan(0)
  await inTransaction(store, trx => sql`select from orders`.execute(trx))
  expect(countRunning()).toBeGreaterThan(0)
  gate.open()
  await ended
})

test('what waits for its turn is not rejected because the clock was set forward', async () => {
  const store = await openStore(await openStorePlace('sqlite', true))
  onTestFinished(() => store.close())
  const gate = closeGate()
  const first = inTransaction(store, () => gate.opened, 'free')
  const second = inTransaction(store, async () => 'done', 'free')
  expect(store.lanes.free.waiting()).toBe(1)
  setClockForward()
  gate.open()
  await first
  expect(await second).toBe('done')
})

test('what met a conflict is tried again though the clock was set forward', async () => {
  const { store, other } = await openInConflict({ retryForMs: 60_000 })
  let tries = 0
  await inTransaction(store, async trx => {
    tries += 1
    if (tries === 1) setClockForward()
    if (tries === 3) await other.query('commit')
    await conflict.execute(trx)
  })
  expect(tries).toBe(3)
})
