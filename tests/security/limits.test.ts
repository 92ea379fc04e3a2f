import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { apiForEach } from '../integration/api-fixture'
import { listDonations, listOrders } from '../integration/read-store'
import { startApi } from '../integration/start-api'
import { engines, makeStorePlace, testOnOne } from '../setup/test-store'
import { askForIntent, behindProxy, createFrom, orderFrom } from './visitor'

// A twentieth of the real limits: 6 intents and 3 free orders a minute.
const env = { ...behindProxy, LIMIT_FACTOR: '0.05' }
const allowed = 6

describe.each(engines)('limits, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine, env })

  const exhaust = async (address: string) => {
    for (let i = 0; i < allowed; i++) expect((await askForIntent(api, address)).status).toBe(200)
  }

  test('an address that requests too many intents is rejected, and nobody else', async () => {
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

  onOne('free orders are limited; an order that names a payment is not', async () => {
    const order = (key: string) => orderFrom(api, '203.0.113.7', key)
    const intent = await createFrom(api, '203.0.113.7')
    await api.pay(intent)
    for (let i = 0; i < 3; i++) expect((await order(randomUUID())).status).toBe(200)
    const refused = await order(randomUUID())
    expect(refused.status).toBe(429)
    expect(await listOrders(api.services)).toHaveLength(3)
    expect((await order(intent)).body).toMatchObject({ success: true })
  })

  onOne('drafts and orders of one payment are limited, however often they are sent', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const intent = await createFrom(api, '203.0.113.7')
    const draft = async () => (await api.draft(intent, {}, from)).status
    const order = async () => (await orderFrom(api, '203.0.113.7', intent)).status
    for (let i = 0; i < 15; i++) expect(await draft()).toBe(200)
    expect(await draft()).toBe(429)
    await api.pay(intent)
    for (let i = 0; i < 15; i++) expect(await order()).toBe(200)
    expect(await order()).toBe(429)
  })

  // A twentieth of the burst is none: each read of the provider waits for eight seconds.
  onOne('questions about payments wait for the provider, and are soon rejected', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const ask = () => {
      const clientSecret = `pi_${randomUUID().replaceAll('-', '')}_secret_x`
      return api.post('/api/payment-outcomes', { clientSecret, order: null }, from)
    }
    const answers = await Promise.all(Array.from({ length: 3 }, ask))
    expect(answers.map(({ status }) => status)).toEqual([404, 429, 429])
    const { body } = await api.control('/requests')
    expect(body['GET /v1/payment_intents/:id']).toBe(1)
  })

  onOne('an address may place so many free orders a day', async ({ annotate }) => {
    const statuses: number[] = []
    // Three a minute, fifteen a day; no night between, which would change the hash.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12) })
    for (let minute = 0; minute < 6; minute++) {
      for (let i = 0; i < 3; i++) statuses.push((await orderFrom(api, '203.0.113.7')).status)
      vi.setSystemTime(Date.now() + 61_000)
    }
    vi.useRealTimers()
    const taken = statuses.filter(status => status === 200).length
    await annotate(`${taken * 20} of 86,400 a day are taken at the real limits`)
    expect(statuses).toEqual([...Array(15).fill(200), ...Array(3).fill(429)])
  })

  onOne('refusals of different calls have the same text', async () => {
    await exhaust('203.0.113.7')
    const intent = await askForIntent(api, '203.0.113.7')
    for (let i = 0; i < 3; i++) await orderFrom(api, '203.0.113.7')
    const order = await orderFrom(api, '203.0.113.7')
    expect([order.status, order.body]).toEqual([intent.status, intent.body])
  })

  onOne('behind a proxy, only the entry that the proxy wrote counts', async () => {
    for (let i = 0; i < allowed; i++) await askForIntent(api, `198.51.100.${i}, 203.0.113.7`)
    expect((await askForIntent(api, '198.51.100.99, 203.0.113.7')).status).toBe(429)
  })

  onOne('the stored address is a hash that identifies nobody', async () => {
    await askForIntent(api, '203.0.113.7')
    const [donation] = await listDonations(api.services)
    expect(donation?.addressHash).toMatch(/^[0-9a-f]{10}$/)
  })
})

test('without a trusted proxy a made-up header does not change which address counts', async () => {
  const api = await startApi({ env: { LIMIT_FACTOR: '0.05' } })
  for (let i = 0; i < allowed; i++) await askForIntent(api, `203.0.113.${i}`)
  const answer = await askForIntent(api, '203.0.113.99', { forwarded: 'for=203.0.113.98' })
  expect(answer.status).toBe(429)
  await api.close()
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

test('so many unread orders are stored a day; beyond them only those known as paid', async () => {
  // An intent a minute, three unread orders a day.
  const api = await startApi({ env: { ...behindProxy, LIMIT_FACTOR: '0.01' } })
  const address = '203.0.113.7'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12) })
  const create = () => {
    vi.setSystemTime(Date.now() + 61_000)
    return createFrom(api, address)
  }
  const order = (intent: string) => orderFrom(api, address, intent, { donationAmount: '200' })
  // This one is read: nobody paid it.
  expect((await order(await create())).body).toEqual({ success: false })
  for (let i = 0; i < 3; i++)
    expect((await order(await create())).body).toMatchObject({ success: true })
  expect((await order(await create())).status).toBe(429)
  const paid = await create()
  await api.pay(paid)
  await api.run()
  expect((await order(paid)).body).toMatchObject({ success: true })
  vi.useRealTimers()
  await api.close()
})
