import { describe, expect, test } from 'vitest'
import { donation, openSandbox, refusalOf } from './open-sandbox'
import { sdk } from './open-sdk'

const slowConfirm = { action: 'delay', at: 'before', path: '/v1/payment_intents/*/confirm' }

/** As the card form does it. */
function confirm(url: string, id: string, secret: string | null, signal?: AbortSignal) {
  const body = new URLSearchParams({
    key: 'pk_test_sandbox',
    client_secret: secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
  })
  return fetch(`${url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body,
    signal: signal ?? null,
  })
}

describe('faults between the shop and the provider', () => {
  test.each([
    { action: 'lose_answer' },
    { action: 'drop' },
    { action: 'status', status: 409 },
    { action: 'status', status: 500 },
    { action: 'delay', ms: 100 },
  ])('the SDK gets over $action $status $at, and one intent exists', async fault => {
    const { stripe, control } = await openSandbox()
    await control.post('faults', { ...fault, method: 'POST', path: '/v1/payment_intents' })
    const created = await stripe.paymentIntents.create(donation)
    const all = await control.get<{ id: string }[]>('payment_intents')
    expect(all.map(({ id }) => id)).toEqual([created.id])
    expect(await control.get('faults')).toEqual([])
  })

  test('without retries the caller sees each fault for what it is', async () => {
    const { url, control } = await openSandbox()
    const once = sdk(Number(new URL(url).port), { maxNetworkRetries: 0 })
    const types: [object, string][] = [
      [{ action: 'status', status: 429 }, 'StripeRateLimitError'],
      [{ action: 'status', status: 500 }, 'StripeAPIError'],
      [{ action: 'drop', count: 2 }, 'StripeConnectionError'],
    ]
    for (const [fault, type] of types) {
      await control.post('faults', fault)
      expect((await refusalOf(once.paymentIntents.list())).type).toBe(type)
    }
  })

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

  test('a confirmation that a slow bank holds back is carried out though the client hung up', async () => {
    const { url, stripe, control } = await openSandbox()
    const { id, client_secret } = await stripe.paymentIntents.create(donation)
    await control.post('faults', { ...slowConfirm, ms: 2000 })
    await expect(confirm(url, id, client_secret, AbortSignal.timeout(100))).rejects.toThrow()
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
    await expect
      .poll(async () => (await stripe.paymentIntents.retrieve(id)).status, { timeout: 10_000 })
      .toBe('succeeded')
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('an intent canceled while its confirmation is held back is charged nothing', async () => {
    const { url, stripe, control } = await openSandbox()
    const { id, client_secret } = await stripe.paymentIntents.create(donation)
    await control.post('faults', { ...slowConfirm, ms: 400 })
    const confirmed = confirm(url, id, client_secret)
    await expect.poll(() => control.get('faults')).toEqual([])
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
    const answer = await confirmed
    const { error } = await answer.json()
    expect([answer.status, error.code]).toEqual([400, 'payment_intent_unexpected_state'])
    expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([])
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  })

  test('faults outlive a restart', async () => {
    const { stripe, control, restart } = await openSandbox()
    await control.post('faults', { action: 'status', status: 429 })
    await restart()
    const listed = stripe.paymentIntents.list({}, { maxNetworkRetries: 0 })
    expect((await refusalOf(listed)).statusCode).toBe(429)
  })
})
