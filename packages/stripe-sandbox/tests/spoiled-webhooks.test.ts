import { describe, expect, test } from 'vitest'
import { genuine, listenForEvents } from './listen-for-events'
import { openSandbox } from './open-sandbox'
import { donation, paidDirectly } from './open-sdk'

describe('spoiled webhooks', () => {
  test.each([
    ['bad_signature', /signature/i],
    ['stale_timestamp', /tolerance/i],
    ['altered_body', /signature/i],
  ])('%s: the SDK refuses it, and the retry is good', async (action, complaint) => {
    const shop = await listenForEvents()
    shop.answer(400)
    const { stripe, control } = await openSandbox([shop.url])
    await control.post('webhook_rules', { action })
    await stripe.paymentIntents.create(donation)
    await shop.until(1)
    shop.answer(200)
    await control.post('drain')
    await shop.until(2)
    const [spoiled, good] = shop.received
    if (!spoiled || !good) throw new Error('no events')
    expect(() => genuine(spoiled)).toThrow(complaint)
    expect(genuine(good).type).toBe('payment_intent.created')
  })

  test('withheld ones are sent when they are released, in order', async () => {
    const shop = await listenForEvents()
    const { stripe, control } = await openSandbox([shop.url])
    await control.post('webhook_rules', { action: 'withhold', count: null })
    await stripe.paymentIntents.create(paidDirectly)
    await control.post('drain')
    expect(shop.received).toHaveLength(0)
    await control.post('deliveries/release')
    await shop.until(4)
    expect(shop.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
    ])
  })

  test('many events are sent in order, though the first attempts are rejected', async () => {
    const shop = await listenForEvents()
    const { stripe, control } = await openSandbox([shop.url])
    await control.post('webhook_rules', { action: 'withhold', count: null })
    const made: string[] = []
    for (let count = 0; count < 50; count += 1)
      made.push((await stripe.paymentIntents.create(donation)).id)
    shop.answer(503)
    await control.post('deliveries/release')
    await shop.until(10)
    shop.answer(200)
    await control.post('drain')
    const came = shop.received.map(({ body }) => JSON.parse(body).data.object.id)
    // Between them are the second attempts, five seconds after the first.
    expect([...new Set(came)]).toEqual(made)
  })

  test('duplicates carry one event id; reordered ones arrive last first; delayed ones late', async () => {
    const shop = await listenForEvents()
    const { stripe, control } = await openSandbox([shop.url])
    await control.post('webhook_rules', {
      action: 'duplicate',
      copies: 2,
      types: ['payment_intent.created'],
    })
    await stripe.paymentIntents.create(donation)
    await shop.until(3)
    expect(new Set(shop.received.map(event => genuine(event).id)).size).toBe(1)

    await control.post('webhook_rules', { action: 'reorder', size: 3, count: 3 })
    await stripe.paymentIntents.create(paidDirectly)
    await shop.until(6)
    expect(shop.types().slice(3)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  test('an endpoint whose answer was lost gets the event again', async () => {
    const shop = await listenForEvents()
    const { stripe, control } = await openSandbox([shop.url])
    await control.post('webhook_rules', { action: 'lose_answer' })
    await stripe.paymentIntents.create(donation)
    await shop.until(1)
    await control.post('drain')
    await shop.until(2)
    expect(new Set(shop.received.map(event => genuine(event).id)).size).toBe(1)
  })
})
