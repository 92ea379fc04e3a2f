import { describe, expect, test } from 'vitest'
import { askForIntent, behindProxy } from '../security/visitor'
import { apiForEach } from './api-fixture'
import { buildOrder } from './build-order'
import { listOrders } from './read-store'

const buildPaid = () => buildOrder({ donationAmount: '200', prefersDonation: true })
const read = 'GET /v1/payment_intents/:id'

/** A page's requests up to Pay: intent and draft. Resolves to the intent's id. */
async function press(api: ReturnType<typeof apiForEach>, address: string): Promise<string> {
  const secret = String((await askForIntent(api, address)).body.client_secret)
  const [id = ''] = secret.split('_secret_')
  const draft = { ...buildPaid(), clientSecret: secret }
  const { status } = await api.put(`/api/order-drafts/${id}`, draft, {
    'x-forwarded-for': address,
  })
  expect(status).toBe(200)
  return id
}

const place = (api: ReturnType<typeof apiForEach>, id: string, address: string) =>
  api.post('/api/candle-orders', buildPaid(), { 'idempotency-key': id, 'x-forwarded-for': address })

const crowded = '203.0.113.7'

describe('one address', () => {
  const api = apiForEach({ env: behindProxy })

  test('sixty concurrent paid orders are each answered as stored', async () => {
    const intents: string[] = []
    for (let payer = 0; payer < 60; payer += 1) {
      const intent = await press(api, crowded)
      await api.pay(intent)
      intents.push(intent)
    }
    const { body: before } = await api.control('/requests')
    const startedAt = performance.now()
    const ordering = Promise.all(intents.map(intent => place(api, intent, crowded)))
    const unknown = Promise.all(
      Array.from({ length: 30 }, (_, index) => place(api, `pi_unknown00000000${index}`, crowded)),
    )
    const answers = await ordering
    const seconds = (performance.now() - startedAt) / 1_000
    expect(answers.map(({ status, body }) => [status, body.success])).toEqual(
      Array(60).fill([200, true]),
    )
    const { body } = await api.control('/requests')
    expect(Number(body[read]) - Number(before[read] ?? 0)).toBeLessThanOrEqual(
      5 + 2.5 * seconds + 1,
    )
    const rejected = (await unknown).map(({ status }) => status)
    expect(rejected).toContain(429)
    expect(rejected.filter(status => status !== 429 && status !== 422)).toEqual([])
    for (let turn = 0; turn < 20; turn += 1) {
      api.advance(3_000)
      await api.syncDue()
    }
    const orders = await listOrders(api.services)
    expect(orders.map(({ payment }) => payment)).toEqual(Array(60).fill('paid'))
  }, 120_000)
})
