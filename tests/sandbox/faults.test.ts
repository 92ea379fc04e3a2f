import { describe, expect, test } from 'vitest'
import { donation, openSandbox, refusalOf, sdk } from './open-sandbox'

describe('faults between the shop and the provider', () => {
  test.each([
    { action: 'lose_answer' },
    { action: 'drop' },
    { action: 'status', status: 409 },
    { action: 'status', status: 500 },
    { action: 'status', status: 500, at: 'after' },
    { action: 'delay', ms: 100 },
  ])('the SDK gets over $action $status $at, and one intent exists', async fault => {
    const { stripe, control } = await openSandbox()
    await control.post('faults', { ...fault, method: 'POST', path: '/v1/payment_intents' })
    const created = await stripe.paymentIntents.create(donation)
    const all = await control.get<{ id: string }[]>('payment_intents')
    expect(all.map(({ id }) => id)).toEqual([created.id])
    expect(await control.get('faults')).toEqual([])
  })

  test('an answer cut short is not asked for again by the SDK; the same key brings the intent', async () => {
    const { stripe, control } = await openSandbox()
    await control.post('faults', { action: 'truncate', path: '/v1/payment_intents' })
    const key = { idempotencyKey: 'click-1' }
    const cut = await refusalOf(stripe.paymentIntents.create(donation, key))
    expect(cut.type).toBe('StripeConnectionError')
    const [made] = await control.get<{ id: string }[]>('payment_intents')
    expect((await stripe.paymentIntents.create(donation, key)).id).toBe(made?.id)
  })

  test('without retries the caller sees each fault for what it is', async () => {
    const { url, control } = await openSandbox()
    const once = sdk(Number(new URL(url).port), { maxNetworkRetries: 0 })
    const types: [object, string][] = [
      [{ action: 'truncate' }, 'StripeConnectionError'],
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

  test('a fault meets only what it names, as often as it says, after letting some go by', async () => {
    const { stripe, control } = await openSandbox()
    const { id } = await stripe.paymentIntents.create(donation)
    await control.post('faults', {
      action: 'status',
      status: 500,
      method: 'GET',
      path: '/v1/payment_intents/*',
      skip: 1,
      count: 1,
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
    expect(seen).toEqual([200, 500, 200])
  })

  test('faults outlive a restart', async () => {
    const { stripe, control, restart } = await openSandbox()
    await control.post('faults', { action: 'status', status: 429 })
    await restart()
    expect(
      (await refusalOf(stripe.paymentIntents.list({}, { maxNetworkRetries: 0 }))).statusCode,
    ).toBe(429)
  })
})
