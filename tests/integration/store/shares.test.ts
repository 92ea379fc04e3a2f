import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../src/server/db/open-store'
import { inTransaction } from '../../../src/server/db/store'
import { openStorePlace } from '../../setup/test-store'

test('a paid order that met a conflict waits for none of forty free ones that did', async () => {
  const place = await openStorePlace('postgres', true)
  const store = await openStore(place)
  onTestFinished(() => store.close())
  const other = new pg.Client(place.databaseUrl ?? '')
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table presses')

  const conflict = sql`lock table presses nowait`
  const free = Array.from({ length: 40 }, () =>
    inTransaction(store, trx => conflict.execute(trx), 'free'),
  )
  await expect.poll(() => store.shares.free.waiting()).toBeGreaterThan(0)
  let tries = 0
  const startedAt = performance.now()
  await inTransaction(store, async trx => {
    tries += 1
    if (tries === 1) await conflict.execute(trx)
  })
  expect(tries).toBe(2)
  // One queue for all repeats holds it for five seconds.
  expect(performance.now() - startedAt).toBeLessThan(2_500)

  await other.query('commit')
  await Promise.all(free)
})

test('what waits for its turn is not rejected because the clock was set forward', async () => {
  const store = await openStore(await openStorePlace('sqlite', true))
  onTestFinished(() => store.close())
  let end = () => {}
  const held = new Promise<void>(done => {
    end = done
  })
  const first = inTransaction(store, () => held, 'free')
  const second = inTransaction(store, async () => 'done', 'free')
  expect(store.shares.free.waiting()).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  end()
  await first
  expect(await second).toBe('done')
})
