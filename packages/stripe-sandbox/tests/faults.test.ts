import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox'
import { donation, rejectionOf } from './open-sdk'

describe('faults between the shop and the provider', () => {
  test('a lost answer was committed, a dropped request was not', async () => {
    const { url, control } = await openSandbox()
    const ask = () =>
      fetch(`${url}/v1/payment_intents`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_sandbox' },
        body: 'amount=20000&currency=uah',
      })
    await control.post('faults', { action: 'drop' })
    await expect(ask()).rejects.toThrow()
    expect(await control.get('payment_intents')).toHaveLength(0)
    await control.post('faults', { action: 'lose_answer' })
    await expect(ask()).rejects.toThrow()
    expect(await control.get('payment_intents')).toHaveLength(1)
  })

  test('a fault meets only what it names, as often as it says', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    await control.post('faults', {
      action: 'status',
      status: 500,
      method: 'GET',
      path: '/v1/payment_intents/*',
      count: 2,
    })
    await stripe.paymentIntents.list()
    const seen = []
    for (let time = 0; time < 3; time += 1)
      seen.push(
        await stripe.paymentIntents
          .retrieve(id, {}, { maxNetworkRetries: 0 })
          .then(() => 200)
          .catch((error: { statusCode: number }) => error.statusCode),
      )
    expect(seen).toEqual([500, 500, 200])
  })

  test('a delay without an end lasts until the faults are removed', async () => {
    const { url, stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    const held = { action: 'delay', at: 'after', ms: null, method: 'GET' }
    await control.post('faults', { ...held, path: `/v1/payment_intents/${id}` })
    let isAnswered = false
    const reading = stripe.paymentIntents.retrieve(id).finally(() => {
      isAnswered = true
    })
    const counts = () => control.get('requests')
    await expect.poll(counts).toMatchObject({ 'GET /v1/payment_intents/:id': 1 })
    await stripe.paymentIntents.cancel(id)
    expect(isAnswered).toBe(false)
    await fetch(`${url}/_control/faults`, { method: 'DELETE' })
    expect((await reading).status).toBe('requires_payment_method')
  })

  test('a confirmation delayed by a slow bank runs though the client hung up', async () => {
    const { url, stripe, control } = await openSandbox()
    const { id, client_secret } = await stripe.paymentIntents.create(donation)
    const path = '/v1/payment_intents/*/confirm'
    await control.post('faults', { action: 'delay', at: 'before', path, ms: 800 })
    const body = new URLSearchParams({
      ...{ key: 'pk_test_sandbox', client_secret: client_secret ?? '' },
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = request(`${url}/v1/payment_intents/${id}/confirm`, { method: 'POST', headers })
    asked.on('error', () => {})
    await new Promise<void>(sent => asked.end(String(body), sent))
    asked.destroy()
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
    const status = async () => (await stripe.paymentIntents.retrieve(id)).status
    await expect.poll(status).toBe('succeeded')
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('faults outlive a restart', async () => {
    const { stripe, control, restart } = await openSandbox()
    await control.post('faults', { action: 'status', status: 429 })
    await restart()
    const listed = stripe.paymentIntents.list({}, { maxNetworkRetries: 0 })
    expect((await rejectionOf(listed)).statusCode).toBe(429)
  })
})
