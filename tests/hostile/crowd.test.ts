import { expect, test } from 'vitest'
import { apiForEach } from '../integration/api-fixture'
import { listOrders } from '../integration/read-store'
import { createFrom } from '../security/visitor'
import { behindProxy } from '../setup/start-proxy'

const read = 'GET /v1/payment_intents/:id'
const address = '203.0.113.7'
const from = { 'x-forwarded-for': address }

const api = apiForEach({ env: behindProxy })

test('sixty concurrent paid orders from one address are each answered as stored', async () => {
  const intents: string[] = []
  for (let payer = 0; payer < 60; payer += 1) {
    const intent = await createFrom(api, address)
    expect((await api.draft(intent, {}, from)).status).toBe(200)
    await api.pay(intent)
    intents.push(intent)
  }
  const before = await api.sandbox.requests()
  const startedAt = performance.now()
  const ordering = Promise.all(intents.map(intent => api.place(intent, {}, from)))
  const unknown = Promise.all(
    Array.from({ length: 30 }, (_, index) => api.place(`pi_unknown00000000${index}`, {}, from)),
  )
  const answers = await ordering
  const seconds = (performance.now() - startedAt) / 1_000
  expect(answers.map(({ status, body }) => [status, body.success])).toEqual(
    Array(60).fill([200, true]),
  )
  const after = await api.sandbox.requests()
  expect((after[read] ?? 0) - (before[read] ?? 0)).toBeLessThanOrEqual(19 + 15 * seconds)
  const rejected = (await unknown).map(({ status }) => status)
  expect(rejected.filter(status => ![422, 429, 503].includes(status))).toEqual([])
  for (let turn = 0; turn < 20; turn += 1) {
    api.advance(3_000)
    await api.syncDue()
  }
  const orders = await listOrders(api.services)
  expect(orders.map(({ payment }) => payment)).toEqual(Array(60).fill('paid'))
})
