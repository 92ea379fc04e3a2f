import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shedLoad } from '../../src/server/limits/shed-load'
import { limitOfOrder } from '../../src/server/routes/candle-orders'
import { paymentConfig } from '../../src/server/routes/payments'
import { openApi } from '../integration/api-fixture'
import { askForIntent } from '../security/visitor'
import { closeGate, type Gate } from '../setup/gate'
import { behindProxy } from '../setup/start-proxy'

let app: FastifyInstance
let url: string
let arrived: number
let started: number
/** Where requests wait: before they are counted, and in flight. */
let gates: Record<'arrival' | 'flight', Gate>

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true })
  gates = { arrival: closeGate(), flight: closeGate() }
  gates.arrival.open()
  arrived = 0
  started = 0
  app.addHook('onRequest', () => {
    arrived += 1
    return gates.arrival.opened
  })
  app.decorateRequest('addressHash', '')
  await app.register(shedLoad)
  const wait = async () => {
    started += 1
    await gates.flight.opened
    return { success: true }
  }
  app.post('/api/candle-orders', { config: { limit: limitOfOrder } }, wait)
  app.post('/api/create-payment-intent', { config: { limit: 'intent' } }, wait)
  app.register(paymentConfig, { config: { cards: null, temple: null } })
  app.post('/api/payment-outcomes', { config: { limit: 'payment-outcome' } }, wait)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  gates.flight.open()
  await app.close()
})

const post = (path: string, init: RequestInit = {}) =>
  fetch(`${url}/api/${path}`, { method: 'POST', ...init })
const order = (init?: RequestInit) => post('candle-orders', init)
const many = <T>(send: () => Promise<T>, count: number) =>
  Promise.all(Array.from({ length: count }, () => send()))

test.each([
  ['nothing', {}],
  ['an order', { headers: { 'content-type': 'application/json' }, body: '{"name":"Olha"}' }],
])('visitors who sent %s and hang up free their place', async (_, init) => {
  const leaving = new AbortController()
  const gone = many(() => order({ ...init, signal: leaving.signal }), 200).catch(() => {})
  await expect.poll(() => started).toBe(200)
  expect((await order()).status).toBe(503)
  leaving.abort()
  await gone
  // Another call is taken, if not the first one then a later one.
  const before = started
  const orderAgain = () => {
    order().catch(() => {})
    return started
  }
  await expect.poll(orderAgain, { interval: 200 }).toBeGreaterThan(before)
})

test('what is no more than a constant needs no place: donors can pay while free orders take all', async () => {
  const taken = many(order, 200)
  await expect.poll(() => started).toBe(200)
  expect((await order()).status).toBe(503)
  expect((await fetch(`${url}/api/stripe-config`)).status).toBe(200)
  gates.flight.open()
  await taken
})

test('visitors who hang up in the queue take no slot', async () => {
  gates.arrival = closeGate()
  const leaving = new AbortController()
  const gone = many(() => order({ signal: leaving.signal }), 200).catch(() => {})
  await expect.poll(() => arrived).toBe(200)
  leaving.abort()
  await gone
  const connected = () => promisify(app.server.getConnections.bind(app.server))()
  await expect.poll(connected).toBe(0)
  gates.arrival.open()
  const next = order()
  await expect.poll(() => started).toBe(1)
  gates.flight.open()
  expect((await next).status).toBe(200)
})

test('while the provider hangs, free orders and health are answered, and a captured payment waits for no intent', async () => {
  const api = await openApi({ env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const intent = await api.create(200)
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
  expect((await api.outcome(intent)).status).toBe(200)
  expect((await api.place(intent)).status).toBe(200)
  await Promise.all(asking)
  expect(statuses.filter(each => each === 200)).toHaveLength(20 + 16)
  expect((await neighbour).status).toBe(200)
})

test('while the provider hangs, questions from many networks leave a captured payment its place', async () => {
  const api = await openApi({ env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const intent = await api.create(200)
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
