import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../../../src/server/db/store'
import { cardTesting } from '../../../src/server/orders/card-testing'
import { dayMs, minuteMs } from '../../../src/shared/durations'
import { createPaymentIntentPath } from '../../../src/shared/payment-intent'
import { closeGate } from '../../setup/gate'
import { openTestStore } from '../../setup/test-store'
import { apiForEach } from '../api-fixture'

const conflict = sql`lock table submissions nowait`

/** A store, and another process that is in the way of `conflict` until it commits. */
async function openInConflict({ retryForMs }: { retryForMs?: number } = {}) {
  const { place, store } = await openTestStore('postgres', retryForMs)
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
  const { store } = await openTestStore('postgres')
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
  const { store } = await openTestStore('sqlite')
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

describe('a store that is busy with others', () => {
  const api = apiForEach()

  /** What waits for it, waits until nobody does any more. */
  async function holdUp(name: 'free' | 'unpaid', ask: () => Promise<unknown>) {
    const lane = api.services.store.lanes[name]
    let end = () => {}
    const others = lane.enter(() => new Promise<void>(done => (end = done)))
    const asking = ask()
    await expect.poll(lane.waiting).toBe(1)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    // It begins at zero.
    vi.advanceTimersByTime(dayMs)
    end()
    await others
    return asking
  }

  test('is no outage', async () => {
    const order = () => api.order()
    expect(await holdUp('free', order)).toMatchObject({ status: 503 })
    expect(api.readLog('error')).toEqual([])
  })

  test('is no fault of an unpaid payment whose check waits', async () => {
    await api.draft(await api.create(200))
    api.advance(minuteMs)
    await holdUp('unpaid', api.syncDue)
    expect(api.readLog('error')).toEqual([])
  })

  test('is no fault of a new intent that cancels an old one', async () => {
    await api.stayInOneDay()
    for (let made = 0; made < cardTesting.openIntents; made += 1) await api.create(200)
    api.advance(cardTesting.typingMs)
    const create = () => api.post(createPaymentIntentPath, { amount: 200 })
    expect(await holdUp('unpaid', create)).toMatchObject({ body: { success: true } })
    expect(api.readLog('error')).toEqual([])
  })
})
