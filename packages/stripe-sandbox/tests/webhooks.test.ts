import { describe, expect, test } from 'vitest'
import { genuine, listenForEvents } from './listen-for-events'
import { openSandbox } from './open-sandbox'
import { donation, paidDirectly } from './open-sdk'

const minute = 60_000

describe('signed events', () => {
  test('a payment sends events that the SDK verifies', async () => {
    const shop = await listenForEvents()
    const { stripe } = await openSandbox([shop.url])
    const { id } = await stripe.paymentIntents.create(paidDirectly, { idempotencyKey: 'click-1' })
    await shop.until(4)
    expect(shop.types().toSorted()).toEqual([
      'charge.succeeded',
      'charge.updated',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    const events = shop.received.map(event => genuine(event))
    const succeeded = events.find(event => event.type === 'payment_intent.succeeded')
    expect(succeeded).toMatchObject({
      object: 'event',
      livemode: false,
      request: { idempotency_key: 'click-1', id: expect.stringMatching(/^req_/) },
      data: { object: { id, status: 'succeeded', metadata: { app: 'shop' } } },
    })
    expect(shop.received[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    })
  })

  test.each([
    ['pm_card_visa_chargeDeclined', ['charge.failed', 'payment_intent.payment_failed']],
    ['pm_card_authenticationRequired', ['payment_intent.requires_action']],
  ])('%s sends %j', async (payment_method, types) => {
    const shop = await listenForEvents()
    const { stripe } = await openSandbox([shop.url])
    const { id } = await stripe.paymentIntents.create(donation)
    await stripe.paymentIntents.confirm(id, { payment_method }).catch(() => undefined)
    await shop.until(1 + types.length)
    expect(shop.types().toSorted()).toEqual([...types, 'payment_intent.created'].toSorted())
  })

  test('an event not answered with 2xx is sent again, at growing intervals, for three days', async () => {
    const shop = await listenForEvents()
    shop.answer(302)
    const { stripe, control } = await openSandbox([shop.url])
    await stripe.paymentIntents.create(donation)
    await shop.until(1)
    const deliveries = () =>
      control.get<{ state: string; attempts: number; made: number; due: number }[]>('deliveries')
    const readClock = async () => (await control.get<{ now_ms: number }>('clock')).now_ms
    const dues: number[] = []
    for (let tried = 0; ; ) {
      await expect.poll(async () => (await deliveries())[0]?.attempts).toBeGreaterThan(tried)
      const [delivery] = await deliveries()
      if (delivery?.state !== 'pending') break
      tried = delivery.attempts
      dues.push(delivery.due)
      const advance_ms = Math.max(0, delivery.due - (await readClock()))
      await control.post('clock', { advance_ms })
    }
    const [failed] = await deliveries()
    const tried = shop.received.length
    expect(failed).toMatchObject({ state: 'failed', attempts: tried, status: 302 })
    expect(new Set(shop.received.map(event => genuine(event).id)).size).toBe(1)
    const intervals = dues.map((due, i) => due - (dues[i - 1] ?? failed?.made ?? 0))
    expect(intervals[0]).toBeGreaterThanOrEqual(5_000)
    // A try may come late.
    for (const [i, interval] of intervals.entries())
      expect(interval).toBeGreaterThan((intervals[i - 1] ?? 0) - minute)
    const days = ((dues.at(-1) ?? 0) - (failed?.made ?? 0)) / (24 * 60 * minute)
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThan(4)

    shop.answer(200)
    const [event] = (await stripe.events.list()).data
    await control.post(`events/${event?.id}/resend`)
    await shop.until(tried + 1)
    await control.post('drain')
    expect(await deliveries()).toMatchObject([{ state: 'succeeded', attempts: 1 }, {}])
  })
})

describe('the event list', () => {
  test('is narrowed by type and by several types, newest first, and paged', async () => {
    const { stripe } = await openSandbox()
    for (let made = 0; made < 3; made += 1) await stripe.paymentIntents.create(paidDirectly)
    const types = ['payment_intent.succeeded', 'charge.succeeded']
    const seen: string[] = []
    for await (const event of stripe.events.list({ types, limit: 2 })) seen.push(event.type)
    expect(seen).toEqual(Array(3).fill(types).flat())
    const created = await stripe.events.list({ types: ['payment_intent.created'] })
    expect(created.data).toHaveLength(3)
    const [event] = created.data
    expect((await stripe.events.retrieve(event?.id ?? '')).id).toBe(event?.id)
  })
})
