import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiForEach, openApi } from '../integration/api-fixture'
import { listOrders } from '../integration/read-store'
import { engines, openStorePlace, testOnOne } from '../setup/test-store'
import { askForIntent, behindProxy, createFrom, orderFrom } from './visitor'

// A twentieth of the real limits: 3 free orders and 6 intents a minute.
const env = { ...behindProxy, LIMIT_FACTOR: '0.05' }
const allowed = 3
const address = '203.0.113.7'
const other = '203.0.113.8'
const from = { 'x-forwarded-for': address }
/** The same for every call. */
const tooMany = { success: false, error: 'Too many requests. Please try again later.' }

/** One in each /64 of a /48. */
const household = (i: number) => `2001:db8:1:${i.toString(16)}::1`

const oneAddress = (i: number) => (i % 2 ? `::ffff:${address}` : address)
const oneHousehold = (i: number) => (i % 2 ? '2001:0DB8:0001:0002::' : `2001:db8:1:2::${i}`)

/** Noon: at midnight the hashes change. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12) })
const passMinute = () => vi.setSystemTime(Date.now() + 61_000)
afterEach(() => void vi.useRealTimers())

describe.each(engines)('limits, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine, env })

  const order = (sender: string) => orderFrom(api, sender)
  const fromEach = (count: number, sender: (i: number) => string) =>
    pMap(Array(count).keys(), async i => (await order(sender(i))).status)

  test('an address that orders too often is rejected, and nobody else', async () => {
    expect(await fromEach(allowed, () => address)).toEqual(Array(allowed).fill(200))
    const { status, body, headers } = await order(address)
    expect([status, body]).toEqual([429, tooMany])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await order(other)).status).toBe(200)
    const orders = await listOrders(api.services)
    expect(orders).toHaveLength(allowed + 1)
    // It identifies nobody.
    for (const { addressHash } of orders) expect(addressHash).toMatch(/^[0-9a-f]{10}$/)
  })

  onOne.each([
    [1, 'an IPv4 address however it is written', oneAddress, other],
    [1, 'an IPv6 /64 however it is written', oneHousehold, household(3)],
    [1, 'a link-local /64 on whatever interface', (i: number) => `fe80::1%eth${i}`, household(3)],
    [4, 'an IPv6 /48', household, '2001:db8:2::1'],
    [1, 'the last address that the proxy names', (i: number) => `192.0.2.${i}, ${address}`, other],
  ])('%i times the limit is for %s', async (share, _, sender, neighbour) => {
    expect(await fromEach(share * allowed, sender)).not.toContain(429)
    expect((await order(sender(50))).status).toBe(429)
    expect((await order(neighbour)).status).toBe(200)
  })

  test('what a household is refused does not count against its neighbours', async () => {
    await fromEach(5 * allowed, () => household(1))
    expect((await order(household(2))).status).toBe(200)
  })

  // @fastify/rate-limit counts 5,000 keys at most.
  onOne('many addresses of one network do not push another out of the count', async () => {
    await fromEach(allowed, () => address)
    const send = async (i: number) => {
      const { status } = await api.post(
        '/api/candle-orders',
        {},
        { 'x-forwarded-for': household(i) },
      )
      expect([400, 429]).toContain(status)
    }
    await pMap(Array(5_100).keys(), send, { concurrency: 50 })
    expect((await order(address)).status).toBe(429)
  })

  onOne('intents are limited, by a count of their own', async () => {
    await fromEach(allowed, () => address)
    for (let i = 0; i < 6; i++) expect((await askForIntent(api, address)).status).toBe(200)
    const { status, body } = await askForIntent(api, address)
    expect([status, body]).toEqual([429, tooMany])
  })

  onOne('free orders are limited; an order that names a payment is not', async () => {
    const intent = await createFrom(api, address)
    await api.pay(intent)
    await fromEach(allowed, () => address)
    expect((await order(address)).status).toBe(429)
    expect((await orderFrom(api, address, intent)).body).toMatchObject({ success: true })
  })

  onOne('drafts and orders of one payment are limited, however often they are sent', async () => {
    const intent = await createFrom(api, address)
    const draft = () => api.draft(intent, {}, from)
    const place = () => orderFrom(api, address, intent)
    for (let i = 0; i < 15; i++) expect((await draft()).status).toBe(200)
    expect((await draft()).body).toEqual(tooMany)
    await api.pay(intent)
    for (let i = 0; i < 15; i++) expect((await place()).status).toBe(200)
    expect((await place()).body).toEqual(tooMany)
  })

  // A twentieth of the burst is none: each read of the provider waits for eight seconds.
  onOne('questions about payments wait for the provider, and are soon rejected', async () => {
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
    // Three a minute, fifteen a day.
    stopClock()
    for (let minute = 0; minute < 6; minute++) {
      statuses.push(...(await fromEach(allowed, () => address)))
      passMinute()
    }
    const taken = statuses.filter(status => status === 200).length
    await annotate(`${taken * 20} of 86,400 a day are taken at the real limits`)
    expect(statuses).toEqual([...Array(15).fill(200), ...Array(3).fill(429)])
  })
})

test('without a trusted proxy a made-up header does not change which address counts', async () => {
  const api = await openApi({ env: { LIMIT_FACTOR: '0.05' } })
  for (let i = 0; i < allowed; i++) await orderFrom(api, `203.0.113.${i}`)
  expect((await orderFrom(api, '203.0.113.99')).status).toBe(429)
})

test('two processes on one database count together', async () => {
  const place = await openStorePlace('postgres', true)
  const shared = { ...env, DATABASE_URL: place.databaseUrl ?? '' }
  const [one, two] = [await openApi({ env: shared }), await openApi({ env: shared })]
  for (let i = 0; i < allowed; i++) await orderFrom(one, address)
  // They tell each other every second.
  const askTwo = async () => (await orderFrom(two, address)).status
  await expect.poll(askTwo, { interval: 1_500 }).toBe(429)
  expect((await listOrders(two.services)).length).toBeLessThan(2 * allowed)
})

test('so many unread orders are stored a day; beyond them only those known as paid', async () => {
  // Three unread orders a day.
  const api = await openApi({ env: { ...behindProxy, LIMIT_FACTOR: '0.01' } })
  stopClock()
  let payers = 0
  const create = () => createFrom(api, `198.51.100.${payers++}`)
  const order = (intent: string) => {
    passMinute()
    return orderFrom(api, address, intent, { donationAmount: '200' })
  }
  // This one is read: nobody paid it.
  expect((await order(await create())).body).toEqual({ success: false })
  for (let i = 0; i < 3; i++)
    expect((await order(await create())).body).toMatchObject({ success: true })
  expect((await order(await create())).status).toBe(429)
  const paid = await create()
  await api.pay(paid)
  await api.run()
  expect((await order(paid)).body).toMatchObject({ success: true })
})
