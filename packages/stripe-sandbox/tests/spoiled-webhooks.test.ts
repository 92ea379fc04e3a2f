import { expect, test } from 'vitest'
import { genuine, listenForEvents } from './listen-for-events'
import { openSandbox } from './open-sandbox'
import { donation, paidDirectly } from './open-sdk'

async function openShop(rule: object) {
  const shop = await listenForEvents()
  const { stripe, control } = await openSandbox([shop.url])
  await control.post('webhook_rules', rule)
  return { shop, stripe, control }
}

test.each([
  ['bad_signature', /signature/i],
  ['stale_timestamp', /tolerance/i],
  ['altered_body', /signature/i],
])('%s: the SDK rejects it, and the retry is good', async (action, complaint) => {
  const { shop, stripe, control } = await openShop({ action })
  shop.answer(400)
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

test('withheld ones are sent when they are released, in order, though the first attempts are rejected', async () => {
  const { shop, stripe, control } = await openShop({ action: 'withhold', count: null })
  const made: string[] = []
  for (let count = 0; count < 50; count += 1)
    made.push((await stripe.paymentIntents.create(donation)).id)
  await control.post('drain')
  expect(shop.received).toHaveLength(0)
  shop.answer(503)
  await control.post('deliveries/release')
  await shop.until(10)
  shop.answer(200)
  await control.post('drain')
  const came = shop.received.map(({ body }) => JSON.parse(body).data.object.id)
  // Between them are the second attempts, five seconds after the first.
  expect([...new Set(came)]).toEqual(made)
})

test.each([['duplicate'], ['lose_answer']])('%s: the same event comes twice', async action => {
  const { shop, stripe, control } = await openShop({ action })
  await stripe.paymentIntents.create(donation)
  await shop.until(1)
  await control.post('drain')
  await shop.until(2)
  expect(new Set(shop.received.map(event => genuine(event).id)).size).toBe(1)
})

test('two that are reordered arrive last first', async () => {
  const { shop, stripe } = await openShop({ action: 'reorder', count: 2 })
  await stripe.paymentIntents.create(paidDirectly)
  await shop.until(4)
  const pair = shop.types().filter(type => /created|charge.succeeded/.test(type))
  expect(pair).toEqual(['charge.succeeded', 'payment_intent.created'])
})
