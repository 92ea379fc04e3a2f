import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shedLoad } from '../../src/server/limits/shed-load'

let app: FastifyInstance
let release: () => void
let url: string

beforeEach(async () => {
  app = Fastify()
  await shedLoad(app)
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const wait = async () => {
    await released
    return { success: true }
  }
  app.post('/api/candle-orders', wait)
  app.post('/api/stripe-webhook', wait)
  app.post('/api/payment-outcomes', wait)
  app.put('/api/order-drafts/:paymentIntentId', wait)
  app.get('/', async () => 'page')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  release()
  await app.close()
})

const order = (headers = {}, signal: AbortSignal | null = null) =>
  fetch(`${url}/api/candle-orders`, { method: 'POST', headers, signal })
const many = (send: () => Promise<Response>, count: number) =>
  Promise.all(Array.from({ length: count }, () => send()))

test('what is too much is refused at once; what was begun, the page and money go on', async () => {
  const begun = many(order, 200)
  await expect.poll(async () => (await order()).status).toBe(503)
  const refused = await order()
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ success: false, error: expect.any(String) })
  expect((await fetch(url)).status).toBe(200)
  const paid = order({ 'idempotency-key': 'pi_1234567890' })
  const money = [
    fetch(`${url}/api/stripe-webhook`, { method: 'POST' }),
    fetch(`${url}/api/payment-outcomes`, { method: 'POST' }),
    fetch(`${url}/api/order-drafts/pi_1234567890`, { method: 'PUT' }),
  ]
  release()
  for (const answer of [...(await begun), await paid, ...(await Promise.all(money))])
    expect(answer.status).toBe(200)
  expect((await order()).status).toBe(200)
})

test('visitors who hang up make room', async () => {
  const leaving = new AbortController()
  const gone = many(() => order({}, leaving.signal), 200).catch(() => {})
  await expect.poll(async () => (await order()).status).toBe(503)
  leaving.abort()
  await gone
  const staying = expect.poll(async () => {
    const answer = await Promise.race([
      order(),
      new Promise<null>(done => setTimeout(done, 50, null)),
    ])
    return answer?.status ?? 'under way'
  })
  await staying.toBe('under way')
})

test('a server that falls behind refuses sooner, but not a lone visitor', async () => {
  const falling = setInterval(() => {
    const until = performance.now() + 400
    while (performance.now() < until);
  }, 1)
  try {
    await expect.poll(() => app.isUnderPressure(), { timeout: 10_000 }).toBe(true)
    const few = many(order, 20)
    await expect.poll(async () => (await order()).status, { timeout: 20_000 }).toBe(503)
    const paid = order({ 'idempotency-key': 'pi_1234567890' })
    release()
    for (const answer of [...(await few), await paid]) expect(answer.status).toBe(200)
    expect(app.isUnderPressure()).toBe(true)
    expect((await order()).status).toBe(200)
  } finally {
    clearInterval(falling)
  }
}, 60_000)
