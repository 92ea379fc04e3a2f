import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildOrder } from './build-order'
import { startApi } from './start-api'

test('health tells of store, provider, mail, webhooks and waiting letters', async () => {
  const api = await startApi()
  const ask = async () => (await fetch(`${api.url}/api/health`)).json()
  expect(await ask()).toMatchObject({
    ready: true,
    store: 'up',
    provider: 'test',
    mail: 'up',
    lastWebhookAgeMs: null,
    badSignatures: 0,
    lettersWaiting: 0,
    warnings: [],
  })
  await api.post('/api/candle-orders', buildOrder())
  api.advance(16 * 60_000)
  const later = await ask()
  expect(later).toMatchObject({ ready: true, mail: 'late', lettersWaiting: 1 })
  expect(later.warnings.join()).toContain('over 15 minutes: 1')
  await api.services.outbox.runOnce()
  expect(await ask()).toMatchObject({ mail: 'up', lettersWaiting: 0 })
  await api.close()
})

test('health fails while nothing can be written', async () => {
  const api = await startApi()
  await sql`create trigger full before insert on marks begin select raise(fail, 'disk full'); end`.execute(
    api.services.store.db,
  )
  const answer = await fetch(`${api.url}/api/health`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ ready: false, store: 'down' })
  await api.close()
})

test('health fails when the provider was never listed, and again when it is not any more', async () => {
  const api = await startApi()
  const status = async () => (await fetch(`${api.url}/api/health`)).status
  expect(await status()).toBe(200)
  api.advance(31 * 60_000)
  expect(await status()).toBe(503)
  await api.reconcile()
  expect(await status()).toBe(200)
  api.advance(31 * 60_000)
  expect(await status()).toBe(503)
  await api.close()
})

test('health warns of captured payments without an order', async () => {
  const api = await startApi()
  const intent = await api.mint(200)
  await api.pay(intent)
  await api.reconcile()
  api.advance(11 * 60_000)
  await api.settle()
  const health = await (await fetch(`${api.url}/api/health`)).json()
  expect(health).toMatchObject({ ready: true, openTickets: 1, unboundPayments: 0 })
  expect(health.warnings.join()).toContain('1 tickets')
  await api.close()
})
