import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openApi } from '../integration/api-fixture'
import { askForIntent } from '../security/visitor'
import { orderAt } from '../setup/order-at'
import { behindProxy } from '../setup/start-proxy'

const many = <T>(send: () => Promise<T>, count: number) =>
  Promise.all(Array.from({ length: count }, () => send()))

test('free orders take no more than their slots: donors can pay, and visitors who hang up make room', async () => {
  const api = await openApi({ engine: 'postgres', env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const other = new pg.Client({ connectionString: api.config.databaseUrl ?? '' })
  await other.connect()
  // Every order waits for this transaction, and holds its slot meanwhile.
  await other.query('begin; lock table orders')
  const order = async ({ signal } = new AbortController()) =>
    (await orderAt(api.url, {}, { signal })).status
  const leaving = new AbortController()
  let refused = 0
  const gone = many(async () => {
    if ((await order(leaving)) === 503) refused += 1
  }, 210).catch(() => {})
  await expect.poll(() => refused).toBe(10)
  expect(await order()).toBe(503)
  expect((await fetch(`${api.url}/api/stripe-config`)).status).toBe(200)
  leaving.abort()
  await gone
  await expect.poll(() => Promise.race([order(), pause(2_000, 'taken')])).toBe('taken')
  await other.end()
  await expect.poll(() => order()).toBe(200)
})

test('while the provider hangs, free orders and health are answered, and a captured payment waits for no intent', async () => {
  const api = await openApi({ env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const intent = await api.createPaid(200)
  const create = { method: 'POST', path: '/v1/payment_intents' }
  await api.sandbox.fault({ ...create, action: 'delay', at: 'before', ms: 6e3, count: null })
  const statuses: number[] = []
  // Few, so that all have come before the server gives the first ones up.
  const askManyTimes = (address: string) =>
    many(async () => statuses.push((await askForIntent(api, address)).status), 30)
  const asking = [askManyTimes('203.0.113.1'), askManyTimes('203.0.113.2')]
  await expect.poll(() => statuses.length).toBe(60 - 20 - 16)
  expect(new Set(statuses)).toEqual(new Set([503]))
  const key = { 'idempotency-key': 'pi_1234567890' }
  const { status, body, headers } = await askForIntent(api, '203.0.113.1', key)
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(body).toEqual({ success: false, error: expect.any(String) })
  const neighbour = askForIntent(api, '203.0.113.3')
  expect((await api.order()).status).toBe(200)
  expect((await fetch(`${api.url}/api/health`)).status).toBe(200)
  expect((await api.draft(intent)).status).toBe(200)
  expect((await api.place(intent)).body).toMatchObject({ success: true })
  expect((await api.outcome(intent)).body).toMatchObject({ outcome: 'succeeded' })
  await Promise.all(asking)
  expect(statuses.filter(each => each === 200)).toHaveLength(20 + 16)
  expect((await neighbour).status).toBe(200)
})

test('while the provider hangs, questions from many networks leave a captured payment its place', async () => {
  const api = await openApi({ env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const intent = await api.createPaid(200)
  const read = { method: 'GET', path: '/v1/payment_intents/*' }
  await api.sandbox.fault({ ...read, action: 'delay', at: 'before', ms: 6e3, count: null })
  const ask = (address: string) => {
    const clientSecret = `pi_${randomUUID().replaceAll('-', '')}_secret_x`
    const from = { 'x-forwarded-for': address }
    return api.post('/api/payment-outcomes', { clientSecret }, from)
  }
  const networks = Array.from({ length: 6 }, (_, i) => `203.0.113.${i}`)
  const asking = networks.map(address => many(() => ask(address), 80))
  // The other questions wait for their turn, and hold their places as well.
  await expect.poll(() => api.countRequests('GET /v1/payment_intents/:id')).toBeGreaterThan(20)
  expect((await api.draft(intent)).status).toBe(200)
  await Promise.all(asking)
})
