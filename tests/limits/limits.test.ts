import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildOrder } from '../integration/build-order'
import { listDonations, listOrders } from '../integration/read-store'
import { startApi, type TestApi } from '../integration/start-api'
import { engines, makeStorePlace } from '../set-up/test-store'
import { askForIntent, behindProxy, mintFrom } from './visitor'

// A twentieth of the real limits: 6 intents and 3 free orders a minute.
const env = { ...behindProxy, LIMIT_FACTOR: '0.05' }
const allowed = 6

describe.each(engines)('limits, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine, env })
  })
  afterEach(() => api.close())

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

  test('an IPv6 household is one address, its neighbour another', async () => {
    for (let i = 0; i < allowed; i++) await askForIntent(api, `2001:db8:1:2::${i}`)
    expect((await askForIntent(api, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await askForIntent(api, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('free orders are limited; an order that names a payment is not refused with them', async () => {
    const order = (key: string) =>
      api.post('/api/candle-orders', buildOrder(), {
        'idempotency-key': key,
        'x-forwarded-for': '203.0.113.7',
      })
    const intent = await mintFrom(api, '203.0.113.7')
    await api.pay(intent)
    for (let i = 0; i < 3; i++) expect((await order(randomUUID())).status).toBe(200)
    const refused = await order(randomUUID())
    expect(refused.status).toBe(429)
    expect(await listOrders(api.services)).toHaveLength(3)
    expect((await order(intent)).body).toMatchObject({ success: true })
  })

  test('refusals of different calls sound alike', async () => {
    await exhaust('203.0.113.7')
    const intent = await askForIntent(api, '203.0.113.7')
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let i = 0; i < 3; i++) await api.post('/api/candle-orders', buildOrder(), headers)
    const order = await api.post('/api/candle-orders', buildOrder(), headers)
    expect([order.status, order.body]).toEqual([intent.status, intent.body])
  })
})

describe('whose word on an address counts', () => {
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
    expect(donation?.addressHash).toMatch(/^[\w-]{22}$/)
    await api.close()
  })
})

test('a flood of refused requests is an attack, which is over when the flood is', async () => {
  const api = await startApi({ env })
  for (let i = 0; i < 30; i++) await askForIntent(api, '198.51.100.66')
  api.advance(6_000)
  expect((await askForIntent(api, '203.0.113.7')).body).toHaveProperty('challenge')
  api.advance(11 * 60_000)
  expect((await askForIntent(api, '203.0.113.7')).status).toBe(200)
  await api.close()
})

test('two processes on one database count together', async () => {
  const place = await makeStorePlace('postgres')
  const shared = { ...env, DATABASE_URL: place.databaseUrl ?? '' }
  const [one, two] = [await startApi({ env: shared }), await startApi({ env: shared })]
  for (let i = 0; i < allowed; i++) await askForIntent(i % 2 ? one : two, '203.0.113.7')
  expect((await askForIntent(one, '203.0.113.7')).status).toBe(429)
  expect((await askForIntent(two, '203.0.113.7')).status).toBe(429)
  await Promise.all([one.close(), two.close()])
  await place.remove()
})
