import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHealth } from '../../src/server/health/read-health'
import { engines } from '../set-up/test-store'
import { buildOrder } from './build-order'
import { listLetterKinds, listOrders, listTickets } from './read-store'
import { startApi, type TestApi } from './start-api'

const minute = 60_000
const hour = 60 * minute
const cardWhoseRefundsFail = '4000000000005126'

describe.each(engines)('webhooks that never come, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine })
  })
  afterEach(() => api.close())

  const advance = async (ms: number) => {
    api.advance(ms)
    await api.control('/clock', { advance_ms: ms })
  }
  const repair = async () => {
    await api.reconcile()
    await api.settle()
  }
  const place = (intent: string) =>
    api.post('/api/candle-orders', buildOrder({ donationAmount: '200' }), {
      'idempotency-key': intent,
    })

  test('an open page paid twenty hours after its intent was made is still found', async () => {
    const intent = await api.mint(200)
    for (let hours = 0; hours < 20; hours += 5) {
      await advance(5 * hour)
      await repair()
    }
    await api.pay(intent)
    await repair()
    await advance(11 * minute)
    await repair()
    expect(await listTickets(api.services)).toMatchObject([{ paymentIntentId: intent }])
  })

  test('a refund of an old payment is still told to the temple', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await place(intent)
    await advance(30 * hour)
    await repair()
    await api.control('/refunds', { payment_intent: intent })
    await repair()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice', 'temple-refunded'])
  })

  test('a refund that failed at the bank long after is taken back in the books', async () => {
    const intent = await api.mint(200)
    await api.pay(intent, cardWhoseRefundsFail)
    await place(intent)
    await advance(30 * hour)
    await repair()
    await api.control('/refunds', { payment_intent: intent })
    await repair()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    await advance(2 * hour)
    await api.control('/drain', {})
    await repair()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
  })

  test('a dispute marks the order and is told to the temple alone', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await place(intent)
    await api.control('/disputes', { payment_intent: intent })
    await repair()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'disputed' }])
    expect(await listLetterKinds(api.services)).toEqual(['temple-disputed', 'temple-notice'])
  })

  test('are missed by the health check, once a payment has succeeded without one', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await place(intent)
    expect((await readHealth(api.services)).warnings).toEqual([])
    await advance(11 * minute)
    await repair()
    expect((await readHealth(api.services)).warnings).toContain(
      'Payments succeed, but their webhooks do not arrive: check their address and secret.',
    )
  })

  test('a clock that is wrong by minutes is told before signatures fail for it', async () => {
    api.advance(4 * minute)
    await api.mint(200)
    const { clockAheadMs, warnings } = await readHealth(api.services)
    expect(Math.round((clockAheadMs ?? 0) / minute)).toBe(4)
    expect(warnings).toEqual([expect.stringContaining('clock')])
  })
})
