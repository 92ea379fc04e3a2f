import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { apiForEach } from '../integration/api-fixture'
import { buildOrder } from '../integration/build-order'
import { listDonations, listOrders } from '../integration/read-store'
import { startApi } from '../integration/start-api'
import { engines, makeStorePlace, testOnOne } from '../setup/test-store'
import { askForIntent, behindProxy, createFrom } from './visitor'

// A twentieth of the real limits: 6 intents and 3 free orders a minute.
const env = { ...behindProxy, LIMIT_FACTOR: '0.05' }
const allowed = 6

describe.each(engines)('limits, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine, env })

  const exhaust = async (address: string) => {
    for (let i = 0; i < allowed; i++) expect((await askForIntent(api, address)).status).toBe(200)
  }

  test('an address that asks for too many intents is refused, and nobody else', async () => {
    await exhaust('203.0.113.7')
    const refused = await askForIntent(api, '203.0.113.7')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ success: false, error: expect.stringMatching(/later/) })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await askForIntent(api, '203.0.113.8')).status).toBe(200)
    expect(await listDonations(api.services)).toHaveLength(allowed + 1)
  })

  onOne('an IPv6 household is one address, its neighbour another', async () => {
    for (let i = 0; i < allowed; i++) await askForIntent(api, `2001:db8:1:2::${i}`)
    expect((await askForIntent(api, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await askForIntent(api, '2001:db8:1:3::1')).status).toBe(200)
  })

  onOne('an IPv6 /48 may do four times what an address may, however many it uses', async () => {
    const household = (i: number) => `2001:db8:1:${i}00::1`
    for (let i = 0; i < 4 * allowed; i++)
      expect((await askForIntent(api, household(i))).status).toBe(200)
    expect((await askForIntent(api, household(50))).status).toBe(429)
    expect((await askForIntent(api, '2001:db8:2::1')).status).toBe(200)
  })

  onOne(
    'free orders are limited; an order that names a payment is not refused with them',
    async () => {
      const order = (key: string) =>
        api.post('/api/candle-orders', buildOrder(), {
          'idempotency-key': key,
          'x-forwarded-for': '203.0.113.7',
        })
      const intent = await createFrom(api, '203.0.113.7')
      await api.pay(intent)
      for (let i = 0; i < 3; i++) expect((await order(randomUUID())).status).toBe(200)
      const refused = await order(randomUUID())
      expect(refused.status).toBe(429)
      expect(await listOrders(api.services)).toHaveLength(3)
      expect((await order(intent)).body).toMatchObject({ success: true })
    },
  )

  // The twentieth is one such payment a minute.
  test('made-up payments are soon refused; a payment that is known here is not', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const madeUp = () => `pi_${randomUUID().replaceAll('-', '')}`
    const ask = (clientSecret: string) =>
      api.post('/api/payment-outcomes', { clientSecret, order: null }, from)
    const order = (key: string) =>
      api.post('/api/candle-orders', buildOrder(), { ...from, 'idempotency-key': key })
    const secret = String((await askForIntent(api, '203.0.113.7')).body.client_secret)
    const intent = paymentIntentIdOf(secret)
    expect((await ask(`${madeUp()}_secret_x`)).status).toBe(404)
    expect((await ask(`${madeUp()}_secret_x`)).status).toBe(429)
    expect((await order(madeUp())).status).toBe(429)
    for (let i = 0; i < 10; i++) expect((await ask(secret)).body.outcome).toBe('open')
    await api.pay(intent)
    expect((await order(intent)).body.success).toBe(true)
    const { body } = await api.control('/requests')
    expect(body['GET /v1/payment_intents/:id']).toBe(12)
  })

  onOne(
    'a payment that a restored store has lost is known again from the first question on',
    async () => {
      const secret = String((await askForIntent(api, '203.0.113.7')).body.client_secret)
      await api.services.store.db.deleteFrom('donations').execute()
      for (let i = 0; i < 10; i++) {
        const body = { clientSecret: secret, order: buildOrder() }
        const answer = await api.post('/api/payment-outcomes', body, {
          'x-forwarded-for': '203.0.113.7',
        })
        expect(answer.body.outcome).toBe('open')
      }
    },
  )

  onOne('refusals of different calls have the same text', async () => {
    await exhaust('203.0.113.7')
    const intent = await askForIntent(api, '203.0.113.7')
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let i = 0; i < 3; i++) await api.post('/api/candle-orders', buildOrder(), headers)
    const order = await api.post('/api/candle-orders', buildOrder(), headers)
    expect([order.status, order.body]).toEqual([intent.status, intent.body])
  })
})

describe('which address counts', () => {
  test('without a trusted proxy a made-up header changes nothing', async () => {
    const api = await startApi({ env: { LIMIT_FACTOR: '0.05' } })
    for (let i = 0; i < allowed; i++) await askForIntent(api, `203.0.113.${i}`)
    const answer = await askForIntent(api, '203.0.113.99', { forwarded: 'for=203.0.113.98' })
    expect(answer.status).toBe(429)
    await api.close()
  })

  test('behind a proxy, only the entry that the proxy wrote counts', async () => {
    const api = await startApi({ env })
    for (let i = 0; i < allowed; i++) await askForIntent(api, `198.51.100.${i}, 203.0.113.7`)
    expect((await askForIntent(api, '198.51.100.99, 203.0.113.7')).status).toBe(429)
    await api.close()
  })

  test('the stored address is a hash that names nobody', async () => {
    const api = await startApi({ env })
    await askForIntent(api, '203.0.113.7')
    const [donation] = await listDonations(api.services)
    expect(donation?.addressHash).toMatch(/^[0-9a-f]{10}$/)
    await api.close()
  })
})

test('two processes on one database count together', async () => {
  const place = await makeStorePlace('postgres', true)
  const shared = { ...env, DATABASE_URL: place.databaseUrl ?? '' }
  const [one, two] = [await startApi({ env: shared }), await startApi({ env: shared })]
  for (let i = 0; i < allowed; i++) await askForIntent(i % 2 ? one : two, '203.0.113.7')
  expect((await askForIntent(one, '203.0.113.7')).status).toBe(429)
  expect((await askForIntent(two, '203.0.113.7')).status).toBe(429)
  await Promise.all([one.close(), two.close()])
  await place.remove()
})
