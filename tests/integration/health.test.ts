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
