import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cardTesting } from '../../src/server/orders/card-testing'
import { dayMs, minuteMs } from '../../src/shared/durations'
import { createPaymentIntentPath } from '../../src/shared/payment-intent'
import { openLine } from '../setup/open-line'
import { orderAt } from '../setup/order-at'
import { startProduct } from '../setup/processes'
import { openStorePlace } from '../setup/test-store'
import { apiForEach } from './api-fixture'

test('an outage of the store is logged when it begins and when it is over, not with every request', async () => {
  const place = await openStorePlace('postgres', true)
  const line = await openLine(place.databaseUrl ?? '')
  const product = await startProduct({
    env: { DATABASE_URL: line.databaseUrl, LOG_LEVEL: 'info', CARD_PROVIDER: 'none' },
  })
  const order = () => orderAt(product.url)
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
