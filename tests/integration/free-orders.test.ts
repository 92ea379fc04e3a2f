import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listEmailKinds, listOrders } from './read-store'

describe.each(engines)('an order without a donation, on %s', engine => {
  const api = apiForEach({ engine })

  const place = (fields = {}, key: string = randomUUID()) =>
    api.order(fields, { 'idempotency-key': key })

  test('is stored, and the temple gets one notice', async () => {
    const unknown = { admin: true, payment: 'paid' }
    const words = { name: ' Іван ', purpose: 'За\nупокій' }
    const answer = await place({ ...words, ...unknown })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    const [order] = await listOrders(api.services)
    expect(order).toMatchObject({
      name: 'Іван',
      purpose: 'За\nупокій',
      payment: 'none',
      fulfilment: 'waiting',
      language: 'uk',
    })
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  test('sent ten times concurrently with one key is one order with one answer', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => place({}, key)))
    for (const { body } of answers) expect(body.success).toBe(true)
    const answer = { success: true, emailNotifications: { userEmailSent: false } }
    expect((await place({}, key)).body).toEqual(answer)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  test('the same key with another text keeps the first', async () => {
    const key = randomUUID()
    for (const name of ['Ганна', 'Олена'])
      expect((await place({ name }, key)).body.success).toBe(true)
    expect((await listOrders(api.services)).map(order => order.name)).toEqual(['Ганна'])
  })

  test('an amount without a payment behind it is stored as a claim, never as paid', async () => {
    const answer = await place({ donationAmount: '500', prefersDonation: true, name: '' })
    expect(answer.body.success).toBe(true)
    const [order] = await listOrders(api.services)
    expect(order).toMatchObject({
      payment: 'claimed',
      claimedKopiykas: 50_000,
      confirmedKopiykas: 0,
      needsDetails: true,
    })
  })
})
