import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pMap from 'p-map'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBuckets } from '../../src/server/limits/buckets'
import { minuteMs } from '../../src/shared/durations'
import { apiForEach, openApi } from '../integration/api-fixture'
import { buildOrder } from '../integration/build-order'
import { listOrders } from '../integration/read-store'
import type { TestApi } from '../integration/start-api'
import { behindProxy, proxyOfAttack } from '../setup/start-proxy'
import { engines, openStorePlace, openTestStore } from '../setup/test-store'
import { askForIntent, createFrom, orderFrom } from './visitor'

// One in 100 of the real limits: 3 requests at once, 3 free orders in all, and 100 in reserve.
const env = { ...behindProxy, LIMIT_FACTOR: '0.01' }
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

/**
 * Tomorrow's noon: at midnight the hashes change, and a clock that was set back would count from the first
 * exchange with the database instead of from what was taken.
 */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(36) })
const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
afterEach(() => void vi.useRealTimers())

describe.each(engines)('limits, on %s', engine => {
  const api = apiForEach({ engine, env })

  const order = (sender: string) => orderFrom(api, sender)
  const fromEach = (count: number, sender: (i: number) => string) =>
    pMap(Array(count).keys(), async i => (await order(sender(i))).status)

  test('an address that orders too often is rejected, and nobody else', async () => {
    expect(await fromEach(allowed, () => address)).toEqual(Array(allowed).fill(200))
    const { status, body, headers } = await order(address)
    expect([status, body]).toEqual([429, tooMany])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(20)
    expect((await order(other)).status).toBe(200)
    const orders = await listOrders(api.services)
    expect(orders).toHaveLength(allowed + 1)
    // It identifies nobody.
    for (const { addressHash } of orders) expect(addressHash).toMatch(/^[0-9a-f]{10}$/)
  })

  test.each([
    [1, 'an IPv4 address however it is written', oneAddress, other],
    [1, 'an IPv6 /64 however it is written', oneHousehold, household(3)],
    [1, 'a link-local /64 on whatever interface', (i: number) => `fe80::1%eth${i}`, household(3)],
    [4, 'an IPv6 /48', household, '2001:db8:2::1'],
    [1, 'the last address that the proxy names', (i: number) => `192.0.2.${i}, ${address}`, other],
    [
      1,
      'an address that the proxy names with its port',
      (i: number) => `${address}:${4e4 + i}`,
      other,
    ],
    [1, 'an IPv6 /64 with a port', (i: number) => `[2001:db8:1:2::${i}]:${4e4 + i}`, household(3)],
    [1, 'whatever is no address', (i: number) => `_hidden${i}`, other],
  ])('%i times the limit is for %s', async (factor, _, sender, neighbour) => {
    expect(await fromEach(factor * allowed, sender)).not.toContain(429)
    expect((await order(sender(50))).status).toBe(429)
    expect((await order(neighbour)).status).toBe(200)
  })

  test('what a household is refused does not count against its neighbours', async () => {
    await fromEach(5 * allowed, () => household(1))
    expect((await order(household(2))).status).toBe(200)
  })

  test('intents are limited, by a count of their own', async () => {
    await fromEach(allowed, () => address)
    for (let i = 0; i < allowed; i++) expect((await askForIntent(api, address)).status).toBe(200)
    const { status, body } = await askForIntent(api, address)
    expect([status, body]).toEqual([429, tooMany])
  })

  test('free orders are limited; an order that names a payment is not', async () => {
    const intent = await createFrom(api, address)
    await api.pay(intent)
    await fromEach(allowed, () => address)
    expect((await order(address)).status).toBe(429)
    expect((await orderFrom(api, address, intent)).body).toMatchObject({ success: true })
  })

  test('drafts and orders of one payment are limited, however often they are sent', async () => {
    const intent = await createFrom(api, address)
    const draft = () => api.draft(intent, {}, from)
    const place = () => orderFrom(api, address, intent)
    // One is the payment's own.
    for (let i = 0; i < allowed + 1; i++) expect((await draft()).status).toBe(200)
    expect((await draft()).body).toEqual(tooMany)
    await api.pay(intent)
    for (let i = 0; i < allowed; i++) expect((await place()).status).toBe(200)
    expect((await place()).body).toEqual(tooMany)
  })

  test('one address may use up the reserve of free orders, but nobody’s own', async ({
    annotate,
  }) => {
    const placeUntilRejected = async (sender: string) => {
      for (let taken = 0; ; taken++) {
        const { status, headers } = await order(sender)
        if (status === 429) return { taken, waitMs: Number(headers.get('retry-after')) * 1_000 }
      }
    }
    stopClock()
    let taken = 0
    let waitMs = 0
    for (let minute = 0; minute < 36 && waitMs <= minuteMs; minute++) {
      const tried = await placeUntilRejected(address)
      taken += tried.taken
      waitMs = tried.waitMs
      moveClock(minuteMs)
    }
    // Three are its own, and meanwhile two have returned.
    expect(taken).toBe(3 + 100 + 2)
    expect(waitMs).toBeGreaterThan(10 * minuteMs)
    expect((await placeUntilRejected(other)).taken).toBe(allowed)
    moveClock(waitMs)
    expect((await placeUntilRejected(address)).taken).toBe(1)
    await annotate(
      `${(taken - 2) / 0.01} from one address, then one every ${(waitMs * 0.01) / 1_000} seconds`,
    )
  })

  test('a clock that was set back locks nobody out', async () => {
    stopClock()
    await fromEach(allowed, () => address)
    moveClock(-3_600_000)
    expect((await order(address)).status).toBe(200)
  })
})

const askFrom = (api: TestApi, id: string) =>
  api.post('/api/payment-outcomes', { clientSecret: `${id}_secret_x` }, from)
const madeUp = () => `pi_${randomUUID().replaceAll('-', '')}`

/** A stranger asks about made-up payments without end, so that no call of this address has its turn in time. */
function askOnAndOn(api: TestApi): { stop(): Promise<void> } {
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      await askFrom(api, madeUp())
      await pause(50)
    }
  }
  const asking = Promise.all(Array.from({ length: 75 }, ask))
  const stop = async () => {
    isOver = true
    await asking
  }
  onTestFinished(stop)
  return { stop }
}

describe('a stranger behind the address of somebody who pays', () => {
  const api = apiForEach({ env })
  /** Sends drafts and orders of payments that do not exist until all are rejected. */
  const useUpAddress = async () => {
    const donation = { donationAmount: '200' }
    const calls = [
      () => api.draft(madeUp(), {}, from),
      () => orderFrom(api, address, madeUp(), donation),
    ]
    for (const call of calls)
      await expect.poll(async () => (await call()).status, { interval: 1 }).toBe(429)
  }

  test('keeps back neither his draft, nor his order, nor the news that it was ordered', async () => {
    const [intent, ordered] = [await createFrom(api, address), await createFrom(api, address)]
    await api.pay(ordered)
    await api.run()
    await useUpAddress()
    askOnAndOn(api)
    await expect.poll(async () => (await askFrom(api, madeUp())).body.outcome).toBe('unknown')
    expect((await api.draft(intent, { name: 'Степан' }, from)).status).toBe(200)
    const asked = { clientSecret: api.secretOf(ordered), order: buildOrder({ name: 'Ольга' }) }
    const { body } = await api.post('/api/payment-outcomes', asked, from)
    expect(body).toMatchObject({ outcome: 'ordered', hasOrder: true })
    await api.pay(intent)
    await api.run()
    api.advance(61_000)
    await api.run()
    const orders = (await listOrders(api.services)).map(({ name, payment }) => `${name} ${payment}`)
    expect(orders.sort()).toEqual(['Ольга paid', 'Степан paid'])
    expect((await orderFrom(api, address, intent)).body).toMatchObject({ success: true })
  })
})

test('without a trusted proxy a made-up header does not change which address counts', async () => {
  const api = await openApi({ env: { LIMIT_FACTOR: '0.01' } })
  for (let i = 0; i < allowed; i++) await orderFrom(api, `203.0.113.${i}`)
  expect((await orderFrom(api, '203.0.113.99')).status).toBe(429)
})

/** The near proxy is on this machine, the far one is a network of machines. */
const twoProxies = { TRUST_PROXY: '127.0.0.1, 192.0.2.0/24, 2001:db8:f::/48' }
const far = (i: number) => (i % 2 ? `2001:db8:f::${i}` : `192.0.2.${i}`)

// nginx's file is for the proxy that visitors reach, which overwrites the header.
test.skipIf(proxyOfAttack === 'nginx').each<[string, (i: number) => string]>([
  ['whichever machine of the far one passes it on', i => `${address}, ${far(i)}`],
  ['whatever he writes before it', i => `203.0.113.${100 + i}, ${address}, ${far(i)}`],
  ['though he writes the far one’s addresses', i => `8.8.8.${i}, ${far(i)}, ${address}, ${far(1)}`],
  ['when he goes past the far one', i => `203.0.113.${100 + i}, ${far(i)}, ${address}`],
  ['in any spelling', i => `8.8.8.${i},::ffff:${address} ,  ::ffff:192.0.2.${i}`],
])('through two proxies a visitor counts as one, %s', async (_, forwarded) => {
  const api = await openApi({ env: { LIMIT_FACTOR: '0.01', ...twoProxies } })
  for (let i = 0; i < allowed; i++) expect((await orderFrom(api, forwarded(i))).status).toBe(200)
  expect((await orderFrom(api, forwarded(50))).status).toBe(429)
  expect((await orderFrom(api, `${other}, ${far(1)}`)).status).toBe(200)
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

test('what an address has left does not depend on when processes tell each other', async () => {
  const { store } = await openTestStore('postgres')
  onTestFinished(() => store.close())
  let now = Date.now()
  const [one, two] = [createBuckets(store, () => now), createBuckets(store, () => now)]
  const takeFrom = ({ consume }: typeof one) =>
    consume([{ key: 'a', burst: 3, refillMs: minuteMs }])
  expect([takeFrom(one), takeFrom(one)]).toEqual([0, 0])
  now += minuteMs
  await one.exchange()
  // One has returned.
  expect(takeFrom(one)).toBe(0)
  await one.exchange()
  expect(takeFrom(two)).toBe(0)
  await two.exchange()
  expect(takeFrom(two)).toBe(minuteMs)
})

test('an allowance that two processes have used up at once does not start anew', async () => {
  const { store } = await openTestStore('postgres')
  onTestFinished(() => store.close())
  const now = Date.now()
  const both = [createBuckets(store, () => now), createBuckets(store, () => now)]
  const take = ({ consume }: (typeof both)[number]) =>
    consume([{ key: 'a', burst: 3, refillMs: 3 * minuteMs }])
  for (const process of both)
    expect([take(process), take(process), take(process)]).toEqual([0, 0, 0])
  for (const { exchange } of [...both, ...both]) await exchange()
  for (const process of both) expect(take(process)).toBeGreaterThan(0)
})

describe('an address whose calls to the provider wait for their turns', () => {
  const api = apiForEach({ env: behindProxy })

  test('gets no order answered that nobody has read, and loses none that is paid', async () => {
    const order = (intent: string) => orderFrom(api, address, intent, { donationAmount: '200' })
    const [unread, captured] = [await createFrom(api, address), await createFrom(api, address)]
    await api.pay(captured)
    await api.run()
    const { stop } = askOnAndOn(api)
    await expect.poll(async () => (await order(unread)).status).toBe(503)
    expect((await order(captured)).body).toMatchObject({ success: true })
    await stop()

    await api.pay(unread)
    api.advance(20 * minuteMs)
    await api.run()
    const orders = await listOrders(api.services)
    expect(orders.map(({ payment }) => payment)).toEqual(['paid', 'paid'])
  })
})
