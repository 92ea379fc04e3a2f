import { afterAll, describe, expect, test } from 'vitest'
import { apiForAll } from './api-fixture'
import { buildOrder } from './build-order'
import { listOrders } from './read-store'

const call = '/api/candle-orders'

describe('bad input', () => {
  const api = apiForAll()
  afterAll(async () => {
    expect(await listOrders(api.services)).toEqual([])
    expect((await api.post(call, buildOrder())).status).toBe(200)
  })

  const raw = (
    body: BodyInit,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => fetch(api.url + call, { method: 'POST', headers, body })

  test.each([
    ['no name', { name: '' }],
    ['a name of spaces and NULs', { name: ' \u0000 ' }],
    ['no purpose', { purpose: '' }],
    ['a name that is too long', { name: 'я'.repeat(1001) }],
    ['an unknown language', { language: 'de' }],
    ['a language that is a number', { language: 1 }],
    ['a name that is a list', { name: ['x'] }],
    ['an amount in words', { donationAmount: 'сто' }],
    ['an amount with an exponent', { donationAmount: '1e3' }],
    ['an amount below the smallest', { donationAmount: '99' }],
    ['an amount above the largest', { donationAmount: '100001' }],
    ['an amount that is a number', { donationAmount: 200 }],
    ['a wish that is a text', { prefersDonation: 'yes' }],
  ])('an order with %s is rejected with an error message', async (_what, fields) => {
    const answer = await api.post(call, { ...buildOrder(), ...fields })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/\w{3,} \w+/) })
  })

  test.each([
    {},
    { clientSecret: 'pi_1' },
    { clientSecret: 'nonsense' },
    { clientSecret: 'pi_12345678_secret_x', order: {} },
    { clientSecret: 'pi_12345678_secret_x', order: null, giveUp: 'yes' },
  ])('the question %j about a payment is rejected with an error message', async question => {
    const answer = await api.post('/api/payment-outcomes', question)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ success: false, error: expect.any(String) })
  })

  test.each([
    ['not JSON', '{"name":', 400],
    ['an empty body', '', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a little over 32 KiB', JSON.stringify(buildOrder({ name: 'x'.repeat(33 * 1024) })), 413],
  ])('a body that is %s is refused', async (_what, body, status) => {
    const response = await raw(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ success: false, error: expect.any(String) })
  })

  test('a form of another site cannot post an order: only JSON is read', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect((await raw(JSON.stringify(buildOrder()), { 'content-type': type })).status).toBe(415)
  })

  test.each(['short', 'a b c d e f g h', 'x'.repeat(256), 'кіт-кіт-кіт'])(
    'the key %j is rejected',
    async key => {
      const encoded = Buffer.from(key).toString('latin1')
      expect((await api.post(call, buildOrder(), { 'idempotency-key': encoded })).status).toBe(400)
    },
  )

  test('unknown calls and wrong methods answer 404 as JSON', async () => {
    for (const path of ['/api/nothing', '/api/candle-orders', '/api/%E0%A4%A']) {
      const response = await fetch(api.url + path)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ success: false, error: 'There is no such call.' })
    }
  })
})
