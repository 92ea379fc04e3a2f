import { expect, test } from 'vitest'
import { openApi } from '../integration/api-fixture'

test('a burst of intents above the cap reads none of them, and cancels each once', async ({
  annotate,
}) => {
  const api = await openApi({ env: { LIMIT_FACTOR: '1000' } })
  await api.stayInOneDay()
  for (let i = 0; i < 60; i++) await api.create(200)
  api.advance(11 * 60_000)
  const before = await api.sandbox.requests()
  // Twenty of one network are in flight at most.
  for (let burst = 0; burst < 2; burst++)
    await Promise.all(Array.from({ length: 20 }, () => api.create(200)))
  const after = await api.sandbox.requests()
  const count = (call: string) => (after[call] ?? 0) - (before[call] ?? 0)
  await annotate(`${count('GET /v1/payment_intents/:id')} reads for 40 intents`)
  expect(count('POST /v1/payment_intents')).toBe(40)
  expect(count('GET /v1/payment_intents/:id')).toBe(0)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeGreaterThan(20)
  expect(count('POST /v1/payment_intents/:id/cancel')).toBeLessThanOrEqual(60)
})
