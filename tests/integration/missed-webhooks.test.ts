import { describe, expect, test, vi } from 'vitest'
import { setWatermark } from '../../src/server/db/watermarks'
import { readStatus } from '../../src/server/health/read-health'
import { reconcile } from '../../src/server/orders/reconcile'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { deliver, writeEvent } from './events'
import { listDonations, listTickets } from './read-store'

const minute = 60_000
const hour = 60 * minute

describe.each(engines)('webhooks that never come, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })

  onOne('are caught up on from one hour before the last time with these keys', async () => {
    const provider = api.provider()
    const lists = [vi.spyOn(provider, 'listIntents'), vi.spyOn(provider, 'listEvents')]
    const expectHoursBack = async (hours: number) => {
      await api.run()
      const times = lists.map(list => list.mock.lastCall?.[0] ?? 0)
      const back = times.map(time => Math.round((api.services.now() - time) / hour))
      expect(back).toEqual([hours, hours])
    }
    await expectHoursBack(26)
    await api.advanceBoth(50 * hour)
    // With the other mode's keys for a while.
    api.services.provider = { ...provider, livemode: true }
    await api.run()
    api.services.provider = provider
    await expectHoursBack(51)
    await api.advanceBoth(-60 * hour)
    await expectHoursBack(1)
  })

  onOne('without news costs no read, and schedules no check', async () => {
    const provider = api.provider()
    const [paid, disputed] = [await api.create(200), await api.create(300)]
    await api.create(400)
    for (const intent of [paid, disputed]) await api.pay(intent)
    await api.control('/disputes', { payment_intent: disputed })
    const read = vi.spyOn(provider, 'readIntent')
    const logged = vi.spyOn(api.services.log, 'error')
    await api.run()
    expect(read).toHaveBeenCalled()
    read.mockClear()
    await reconcile(api.services)
    expect(await api.syncDue()).toBe(0)
    expect(read).not.toHaveBeenCalled()
    expect(logged).not.toHaveBeenCalled()
  })

  test('a payment whose intent’s answer was lost is found', async () => {
    const fault = { action: 'lose_answer', method: 'POST', path: '/v1/payment_intents' }
    await api.control('/faults', { ...fault, count: null })
    await api.create(200)
    await api.clearFaults()
    expect(await listDonations(api.services)).toEqual([])
    await api.run()
    for await (const intent of api.provider().listIntents(0)) await api.pay(intent.id)
    await api.run()
    await api.advanceBoth(11 * minute)
    await api.run()
    expect(await listTickets(api.services)).toMatchObject([{ amountKopiykas: 20_000 }])
    const metrics = await readStatus(api.services.store.db, api.services.now())
    expect(metrics).toMatchObject({ ticketsOpen: 1, paymentsUnmatched: 0 })
  })

  test('do not switch off the guard against card testing, and are missed by the metrics', async () => {
    const intent = await api.create(200)
    const readMetrics = () => readStatus(api.services.store.db, api.services.now())
    const declined = '4000000000000002'
    for (let card = 0; card < 5; card += 1)
      await api.control(`/payment_intents/${intent}/pay`, { card: declined })
    await api.run()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'canceled', failures: 5 }])
    expect((await api.post('/api/create-payment-intent', { amount: 200 })).status).toBe(429)
    expect(await readMetrics()).toMatchObject({ webhooksSilent: false })
    for (const _ of [1, 2]) {
      await api.advanceBoth(11 * minute)
      await api.control(`/payment_intents/${await api.create(300)}/pay`, { card: declined })
      await api.advanceBoth(2 * minute)
      await api.run()
    }
    await api.advanceBoth(11 * minute)
    expect(await readMetrics()).toMatchObject({ donationAgeMs: null, webhooksSilent: true })
    // The last one came before and after the news.
    for (const [age, webhooksSilent] of [
      [hour, true],
      [minute, false],
    ] as const) {
      await setWatermark(api.services.store.db, 'last-webhook', api.services.now() - age)
      expect(await readMetrics()).toMatchObject({ webhooksSilent })
    }
  })

  onOne('a clock that is more than five minutes off is logged once', async () => {
    const logged = vi.spyOn(api.services.log, 'error')
    await reconcile(api.services)
    api.advance(6 * minute)
    for (const _ of [1, 2]) await reconcile(api.services)
    expect(logged.mock.calls.map(([, text]) => text)).toEqual([
      'the clock differs from the payment provider’s: set it by NTP',
    ])
  })

  onOne('a provider whose time is not known is listed later, so that no gap is left', async () => {
    const provider = api.provider()
    const listed = vi.spyOn(provider, 'listEvents')
    vi.spyOn(provider, 'readClock').mockResolvedValueOnce(null)
    vi.spyOn(provider, 'clockAheadMs').mockReturnValueOnce(null)
    await expect(reconcile(api.services)).rejects.toThrow('does not answer')
    expect(listed).not.toHaveBeenCalled()
    await reconcile(api.services)
    expect(listed).toHaveBeenCalledTimes(1)
  })

  onOne('while our clock is wrong, webhooks are verified by the provider’s', async () => {
    for (const ahead of [10, -20]) {
      api.advance(ahead * minute)
      const intent = await api.create(200)
      expect((await deliver(api, writeEvent({ intent }))).status).toBe(200)
    }
    expect(Math.round((api.provider().clockAheadMs() ?? 0) / minute)).toBe(-10)
  })
})
