import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shedLoad, watchEventLoop } from '../../src/server/limits/shed-load'
import { limitOfOrder } from '../../src/server/routes/candle-orders'
import { buildOrder } from '../integration/build-order'
import { startApi } from '../integration/start-api'

let app: FastifyInstance
let release: () => void
let released: Promise<void>
let url: string
let isLate: () => boolean
let started: number
let arrived: number
let admitted: Promise<unknown>
let turn: Promise<unknown>

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true })
  arrived = 0
  admitted = Promise.resolve()
  turn = Promise.resolve()
  app.addHook('onRequest', async () => {
    arrived += 1
    await admitted
  })
  isLate = () => false
  // As the rate limit lets a question wait for its turn.
  app.addHook('onRoute', route => {
    route.preHandler = async () => void (await turn)
  })
  await app.register(shedLoad, { isLate: () => isLate() })
  // Requests stay in flight until they are released.
  released = new Promise(resolve => {
    release = resolve
  })
  started = 0
  const wait = async () => {
    started += 1
    await released
    return { success: true }
  }
  app.post('/api/candle-orders', { config: { limit: limitOfOrder } }, wait)
  app.post('/api/create-payment-intent', { config: { limit: 'intent' } }, wait)
  app.post('/api/payment-outcomes', { config: { affectsPayment: true } }, wait)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  release()
  await app.close()
})

const order = (headers = {}, signal: AbortSignal | null = null, body: string | null = null) =>
  fetch(`${url}/api/candle-orders`, { method: 'POST', headers, signal, body })
const many = (send: () => Promise<Response>, count: number) =>
  Promise.all(Array.from({ length: count }, () => send()))

test('excess calls are rejected at once, whatever their key; running calls and payments go on', async () => {
  const begun = many(order, 200)
  await expect.poll(() => started).toBe(200)
  const refused = await order()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ success: false, error: expect.any(String) })
  const paid = order({ 'idempotency-key': 'pi_1234567890' })
  const outcome = fetch(`${url}/api/payment-outcomes`, { method: 'POST' })
  const intent = await fetch(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'idempotency-key': 'pi_1234567890' },
  })
  expect(intent.status).toBe(503)
  release()
  for (const answer of [...(await begun), await paid, await outcome])
    expect(answer.status).toBe(200)
  expect((await order()).status).toBe(200)
})

const json = { 'content-type': 'application/json' }

test.each([
  ['nothing', {}, null],
  ['an order', json, '{"name":"Olha"}'],
])('visitors who sent %s and hang up free their place', async (_, headers, body) => {
  const leaving = new AbortController()
  const gone = many(() => order(headers, leaving.signal, body), 200).catch(() => {})
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

test('visitors who hang up in the queue take no slot', async () => {
  let admit = () => {}
  admitted = new Promise<void>(resolve => {
    admit = resolve
  })
  const leaving = new AbortController()
  const gone = many(() => order({}, leaving.signal), 200).catch(() => {})
  await expect.poll(() => arrived).toBe(200)
  leaving.abort()
  await gone
  const connected = () => promisify(app.server.getConnections.bind(app.server))()
  await expect.poll(connected).toBe(0)
  admit()
  const next = order()
  await expect.poll(() => started).toBe(1)
  release()
  expect((await next).status).toBe(200)
})

test('a late event loop lowers the limit, but not for a single visitor', async () => {
  isLate = () => true
  const few = many(order, 20)
  await expect.poll(() => started).toBe(20)
  expect((await order()).status).toBe(503)
  const paid = order({ 'idempotency-key': 'pi_1234567890' })
  release()
  for (const answer of [...(await few), await paid]) expect(answer.status).toBe(200)
  expect((await order()).status).toBe(200)
})

test('a blocked event loop is late, and is not once it runs again', async () => {
  const watched = watchEventLoop()
  const blocking = setInterval(() => {
    const until = performance.now() + 400
    while (performance.now() < until);
  }, 1)
  await expect.poll(watched).toBe(true)
  clearInterval(blocking)
  await expect.poll(watched).toBe(false)
})

test('a full server still accepts requests that a captured payment may depend on', async () => {
  const api = await startApi({ env: { LIMIT_FACTOR: '1000' } })
  const intent = await api.create(200)
  const create = { method: 'POST', path: '/v1/payment_intents' }
  await api.control('/faults', { ...create, action: 'delay', at: 'before', ms: 6e3, count: null })
  let isFull = true
  const keepAsking = async () => {
    while (isFull) {
      await api.post('/api/create-payment-intent', { amount: 200 })
      await pause(1_000)
    }
  }
  // More than fit at once, so that the server stays full.
  const asking = Array.from({ length: 300 }, keepAsking)
  const order = async () => (await api.post('/api/candle-orders', buildOrder())).status
  await expect.poll(order).toBe(503)
  expect((await api.draft(intent)).status).toBe(200)
  expect((await api.outcome(intent)).status).toBe(200)
  expect((await api.place(intent)).status).toBe(200)
  isFull = false
  await Promise.all(asking)
  await api.close()
})

test('a request that waits for its turn takes no slot of a payment', async () => {
  const ask = () => fetch(`${url}/api/payment-outcomes`, { method: 'POST' })
  turn = released
  const waiting = many(ask, 400)
  await expect.poll(() => arrived).toBe(400)
  turn = Promise.resolve()
  const asked = ask()
  await expect.poll(() => started).toBe(1)
  release()
  expect((await asked).status).toBe(200)
  await waiting
})
