import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiForEach, openApi } from './api-fixture'
import { deliver, writeEvent } from './events'
import { listOrders } from './read-store'

const read = 'GET /v1/payment_intents/:id'

const api = apiForEach({ env: { LOG_LEVEL: 'info' } })

const listen = () => api.sandbox.listen({ url: `${api.url}/api/stripe-webhook` })

/** Delivers pending events, and lets the server handle them. */
async function deliverEvents(): Promise<void> {
  await api.sandbox.drain()
  await api.syncDue()
}

describe('what a paid order costs at the provider', () => {
  test.each([
    ['the order comes before the webhooks', false],
    ['the webhooks come before the order', true],
  ])('one intent and at most two reads: %s', async (_, webhooksFirst) => {
    await listen()
    const intent = await api.create(200)
    await api.draft(intent)
    await deliverEvents()
    await api.pay(intent)
    if (webhooksFirst) await deliverEvents()
    await api.place(intent)
    await deliverEvents()
    await api.place(intent)
    await api.run()
    await deliverEvents()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
    expect(await api.countRequests('POST /v1/payment_intents')).toBe(1)
    expect(await api.countRequests(read)).toBeLessThanOrEqual(2)
    expect(await api.countRequests('GET /v1/refunds')).toBe(0)
    api.advance(11 * 60_000)
    await api.syncDue()
    expect(await listOrders(api.services)).toHaveLength(1)
  })
})

/**
 * Commits that the store has synced since its log was last emptied: frames of the write-ahead log
 * that end a transaction (sqlite.org/fileformat2.html, section 4.1).
 */
async function countCommits(): Promise<number> {
  const log = await readFile(join(api.dataDir, 'svichka.db-wal'))
  const frameBytes = 24 + log.readUInt32BE(8)
  let commits = 0
  // A restarted log keeps older frames behind the new ones, with another salt.
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes)
    if (log.readUInt32BE(at + 4) > 0 && log.readUInt32BE(at + 8) === log.readUInt32BE(16))
      commits += 1
  return commits
}

describe('what a paid order costs the store', () => {
  test('with the email of its donor two synced commits', async () => {
    const intent = await api.create(200)
    await api.draft(intent, { email: 'olha@example.org' })
    await api.pay(intent)
    const before = await countCommits()
    const { body } = await api.place(intent, { email: 'olha@example.org' })
    expect(body.emailNotifications).toEqual({ userEmailSent: true })
    expect((await countCommits()) - before).toBe(2)
  })

  test('and its events none, once it is stored', async () => {
    const intent = await api.createPaid(200)
    await api.place(intent)
    // When the last event came is noted once a second.
    const now = api.services.now()
    api.services.now = () => now
    await deliver(api, writeEvent({ intent }))
    const before = await countCommits()
    for (const type of ['created', 'processing', 'succeeded'])
      expect((await deliver(api, writeEvent({ intent, type: `payment_intent.${type}` }))).ok).toBe(
        true,
      )
    expect(await countCommits()).toBe(before)
  })
})

test('a rate-limited read is repeated a second later', async () => {
  const intent = await api.create(200)
  await api.draft(intent)
  await api.pay(intent)
  const fault = { status: 429, method: 'GET', path: '/v1/payment_intents/*' }
  await api.sandbox.fault({ ...fault, action: 'status', count: 1 })
  expect((await api.outcome(intent)).body.outcome).toBe('succeeded')
})

test('each webhook endpoint may have a signing secret of its own', async () => {
  const both = await openApi({
    env: {
      CARD_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
    },
  })
  const url = `${both.url}/api/stripe-webhook`
  for (const secret of ['whsec_old', 'whsec_new', 'whsec_of_nobody'])
    await both.sandbox.listen({ url, secret })
  await fetch(`${both.sandboxUrl}/v1/payment_intents`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_1' },
    body: 'amount=20000&currency=uah',
  })
  await both.sandbox.drain()
  const deliveries = await both.sandbox.deliveries()
  expect(deliveries).toMatchObject([{ status: 400 }, { status: 200 }, { status: 200 }])
})
