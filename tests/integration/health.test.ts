import { expect, test, vi } from 'vitest'
import { findWatermark } from '../../src/server/db/watermarks'
import { readHealth } from '../../src/server/health/read-health'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import { apiForEach } from './api-fixture'

const api = apiForEach()

async function readFigures() {
  const { status } = await readHealth(api.services)
  if (!status) throw new Error('The store could not be asked.')
  return status
}

test('the public learns whether the service is ready, and no more', async () => {
  const answer = await fetch(`${api.url}/api/health`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ ready: true })
})

test('however often the public asks, the store is written once a second', async () => {
  const readWritten = async () => {
    await fetch(`${api.url}/api/health`)
    return findWatermark(api.services.store.db, 'written-at')
  }
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now })
  expect(await readWritten()).toBe(now)
  vi.advanceTimersByTime(900)
  expect(await readWritten()).toBe(now)
  vi.advanceTimersByTime(100)
  // A slow check answers before it has written.
  await expect.poll(readWritten).toBe(now + 1_000)
  vi.useRealTimers()
})

test('the metrics cover store, webhooks and waiting emails, without values for what never happened', async () => {
  expect(await readFigures()).toMatchObject({
    webhookAgeMs: null,
    backupAgeMs: null,
    badSignatureAgeMs: null,
    emailsWaiting: 0,
    emailsLate: 0,
    emailsFailed: 0,
  })
  await api.order()
  await notifyTemple(api.services)
  api.advance(16 * 60_000)
  const late = await readFigures()
  expect(late.emailsLate).toBe(late.emailsWaiting)
  expect(late.emailsLate).toBeGreaterThan(0)
  await api.services.outbox.runOnce()
  expect(await readFigures()).toMatchObject({ emailsWaiting: 0, emailsLate: 0 })
})

test('health fails when the provider was never listed, and again when it is not any more', async () => {
  // A check that takes longer than a monitor waits counts from the next answer on.
  const expectStatus = (status: number) =>
    expect.poll(async () => (await fetch(`${api.url}/api/health`)).status).toBe(status)
  await expectStatus(200)
  api.advance(31 * 60_000)
  await expectStatus(503)
  await api.run()
  // Answers are cached for a second.
  api.advance(1_000)
  await expectStatus(200)
  api.advance(31 * 60_000)
  await expectStatus(503)
})
