import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '../../src/shared/durations'
import { openLine } from '../setup/open-line'
import { startProduct } from '../setup/processes'
import { openStorePlace } from '../setup/test-store'
import { openApi } from './api-fixture'
import { buildOrder } from './build-order'

test('an outage of the store is logged when it begins and when it is over, not with every request', async () => {
  const place = await openStorePlace('postgres', true)
  const line = await openLine(place.databaseUrl ?? '')
  const product = await startProduct({
    env: { DATABASE_URL: line.databaseUrl, LOG_LEVEL: 'info', CARD_PROVIDER: 'none' },
  })
  const order = () =>
    fetch(`${product.url}/api/candle-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(buildOrder()),
    })
  const logged = (words: string) => product.server.output().split(words).length - 1
  const port = Number(new URL(line.databaseUrl).port)
  line.close()
  for (let i = 0; i < 8; i += 1) expect((await order()).status).toBe(503)
  const lines = product.server
    .output()
    .split('\n')
    .filter(each => each.includes('store is down'))
  const reasons = lines.map(each => JSON.parse(each).err).map(err => err.code ?? err.message)
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons).toEqual([...new Set(reasons)])
  const again = await openLine(place.databaseUrl ?? '', port)
  await expect.poll(() => logged('the store is back')).toBe(1)
  expect((await order()).status).toBe(200)
  await expect.poll(() => logged('an order was stored')).toBe(1)
  await product.stop()
  again.close()
})

test('a store that is busy with others is no outage', async () => {
  const api = await openApi()
  const { free } = api.services.store.shares
  let end = () => {}
  const others = free.enter(() => new Promise<void>(done => (end = done)))
  const order = api.post('/api/candle-orders', buildOrder())
  await expect.poll(free.waiting).toBe(1)
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // It begins at zero.
  vi.advanceTimersByTime(dayMs)
  end()
  await others
  expect((await order).status).toBe(503)
  expect(api.readLog('error')).toEqual([])
})
