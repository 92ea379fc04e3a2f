import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findWatermark, setWatermark } from '../../src/server/db/watermarks'
import { readStatus } from '../../src/server/health/read-health'
import { hourMs, minuteMs } from '../../src/shared/durations'
import { createFrom } from '../security/visitor'
import { cards } from '../setup/cards'
import { closeGate } from '../setup/gate'
import { behindProxy } from '../setup/start-proxy'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { deliver, writeEvent } from './events'
import { listDonations } from './read-store'

describe.each(engines)('webhooks that never come, on %s', engine => {
  const api = apiForEach({ engine, env: behindProxy })

  test('without news costs no read, and schedules no check', async () => {
    const countReads = () => api.countRequests('GET /v1/payment_intents/:id')
    const [paid, disputed] = [await api.create(200), await api.create(300)]
    await api.create(400)
    for (const intent of [paid, disputed]) await api.pay(intent)
    await api.sandbox.dispute(disputed)
    await api.run()
    const reads = await countReads()
    expect(reads).toBeGreaterThan(0)
    await api.reconcile()
    expect(await api.syncDue()).toBe(0)
    expect(await countReads()).toBe(reads)
    expect(api.readLog('error')).toEqual([])
  })

  test('do not switch off the guard against card testing, and are missed by the metrics', async () => {
    const intent = await api.create(200)
    const readMetrics = () => readStatus(api.services.store.db, api.services.now())
    for (let card = 0; card < 5; card += 1) await api.pay(intent, cards.declined)
    await api.run()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'canceled', failures: 5 }])
    expect((await api.post('/api/create-payment-intent', { amount: 200 })).status).toBe(429)
    expect(await readMetrics()).toMatchObject({ webhooksSilent: false })
    for (const _ of [1, 2]) {
      await api.advanceBoth(11 * minuteMs)
      await api.pay(await createFrom(api, '203.0.113.8'), cards.declined)
      await api.advanceBoth(2 * minuteMs)
      await api.run()
    }
    await api.advanceBoth(11 * minuteMs)
    expect(await readMetrics()).toMatchObject({ donationAgeMs: null, webhooksSilent: true })
    // The last one came before and after the news.
    for (const [age, webhooksSilent] of [
      [hourMs, true],
      [minuteMs, false],
    ] as const) {
      await setWatermark(api.services.store.db, 'last-webhook', api.services.now() - age)
      expect(await readMetrics()).toMatchObject({ webhooksSilent })
    }
  })

  test.each([1, 5])(
    'of %i declined cards hold up no paid order while strangers hold up the store',
    async count => {
      const paid = await api.createPaid(200)
      const tested = await createFrom(api, '203.0.113.7')
      for (let card = 0; card < count; card += 1) await api.pay(tested, cards.declined)
      const gate = closeGate()
      const { unpaid } = api.services.store.lanes
      const strangers = [1, 2].map(() => unpaid.enter(() => gate.opened))
      const reconciling = api.reconcile()
      const find = async (id: string) =>
        (await listDonations(api.services)).find(({ paymentIntentId }) => paymentIntentId === id)
      await expect.poll(() => find(paid)).toMatchObject({ learnedBy: 'reconciler' })
      await reconciling
      const syncing = api.syncDue()
      await expect.poll(() => find(paid)).toMatchObject({ state: 'succeeded' })
      gate.open()
      await Promise.allSettled(strangers)
      await syncing
      const state = count === 5 ? 'canceled' : 'open'
      expect(await find(tested)).toMatchObject({ failures: count, state })
    },
  )

  test('of a card tester are reconciled also if his intent cannot be canceled', async () => {
    const { db } = api.services.store
    await api.outcome(await api.create(400), { cancel: true })
    await sql`create unique index one_only on donations (state) where state = 'canceled'`.execute(
      db,
    )
    const intent = await api.create(300)
    for (let card = 0; card < 5; card += 1) await api.pay(intent, cards.declined)
    await api.reconcile()
    expect(await findWatermark(db, 'reconciled-at')).not.toBeNull()
    await api.syncDue()
    expect(api.readLog('error')).toMatchObject([{ msg: 'canceling open intents failed' }])
  })

  test('a clock that is more than five minutes off is logged once', async () => {
    await api.reconcile()
    api.advance(6 * minuteMs)
    for (const _ of [1, 2]) await api.reconcile()
    expect(api.readLog('error').map(({ msg }) => msg)).toEqual([
      'the clock differs from the payment provider’s: set it by NTP',
    ])
  })

  test('a provider whose time is not known is listed later, so that no gap is left', async () => {
    const countLists = () => api.countRequests('GET /v1/events')
    await api.sandbox.fault({ action: 'drop', count: null })
    await expect(api.reconcile()).rejects.toThrow('connection to Stripe')
    await api.clearFaults()
    expect(await countLists()).toBe(0)
    await api.reconcile()
    expect(await countLists()).toBe(1)
  })

  test('while our clock is wrong, webhooks are verified by the provider’s', async () => {
    for (const ahead of [10, -20]) {
      api.advance(ahead * minuteMs)
      const intent = await api.create(200)
      expect((await deliver(api, writeEvent({ intent }))).status).toBe(200)
    }
    expect(Math.round((api.provider().clockAheadMs() ?? 0) / minuteMs)).toBe(-10)
  })
})
