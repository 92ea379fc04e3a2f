import { setTimeout as pause } from 'node:timers/promises'
import pMap from 'p-map'
import { describe, expect, test } from 'vitest'
import { createBackground } from '../../src/server/background'
import { apiForEach } from '../integration/api-fixture'
import { listDonations, listOrders } from '../integration/read-store'
import { createFrom } from '../security/visitor'
import { closeGate } from '../setup/gate'
import { behindProxy } from '../setup/start-proxy'
import { engines } from '../setup/test-store'

const strangers = 120
/** So many open intents an address can have. */
const perAddress = 40
/** One after the other, they take longer than a paid order may wait. */
const providerMs = 600
const graceMs = 60_000

describe.each(engines)(`${strangers} drafts of strangers, on %s`, engine => {
  const api = apiForEach({ engine, env: { ...behindProxy, LIMIT_FACTOR: '1000' } })

  const clickPay = async (address: string, name: string) => {
    const intent = await createFrom(api, address)
    await api.draft(intent, { name })
    return intent
  }

  /** As the server does. Returns how to stop them. */
  const startLoops = () => {
    const loops = Object.values(createBackground(api.services, api.config))
    for (const loop of loops) loop.start()
    return () => Promise.all(loops.map(loop => loop.stop()))
  }

  // The clock is the server's own, moved forward only by the draft's grace time.
  test('leave a paid order its place: it is stored before most are checked', async ({
    annotate,
  }) => {
    await pMap(
      Array.from({ length: strangers }, (_, i) => `198.51.${Math.floor(i / perAddress)}.1`),
      address => clickPay(address, 'Чужий'),
      { concurrency: 20 },
    )
    api.advance(graceMs)
    const read = { at: 'before', ms: providerMs, method: 'GET', count: null } as const
    await api.sandbox.listen({ url: `${api.url}/api/stripe-webhook` })
    const paid = await clickPay('203.0.113.7', 'Степан')
    await api.sandbox.fault({ ...read, action: 'delay', path: '/v1/payment_intents/*' })

    const { services } = api
    const { now } = services
    const stop = startLoops()
    await pause(1_000)
    await api.pay(paid)
    const paidAt = now()
    await api.sandbox.drain()
    const find = async (state: string) =>
      (await listDonations(services)).filter(donation => donation.state === state).length
    await expect.poll(() => find('succeeded'), { interval: 250 }).toBe(1)
    const countReads = () => api.countRequests('GET /v1/payment_intents/:id')
    const before = await countReads()
    api.advance(Math.max(0, paidAt + graceMs - now()))
    await expect
      .poll(() => listOrders(services), { timeout: 120_000, interval: 250 })
      .toHaveLength(1)
    const reads = (await countReads()) - before
    await stop()

    const [order] = await listOrders(services)
    expect(order).toMatchObject({ name: 'Степан', channel: 'page', payment: 'paid' })
    const delay = ((order?.createdAt ?? 0) - paidAt) / 1_000
    await annotate(`stored ${delay.toFixed(1)} s after the payment, ${reads} reads later`)
    expect(reads).toBeLessThan(strangers / 2)
    expect(await find('open')).toBe(strangers)
  }, 240_000)

  test('that fill their lane of the store hold up no paid order whose page is gone', async () => {
    await pMap(Array(30).keys(), () => clickPay('198.51.100.1', 'Чужий'), { concurrency: 10 })
    api.advance(graceMs)
    await api.sandbox.listen({ url: `${api.url}/api/stripe-webhook` })
    const paid = await clickPay('203.0.113.7', 'Степан')
    const gate = closeGate()
    const { unpaid } = api.services.store.lanes
    const holding = [1, 2].map(() => unpaid.enter(() => gate.opened))
    const stop = startLoops()
    await expect.poll(() => unpaid.waiting()).toBeGreaterThanOrEqual(5)
    await api.pay(paid)
    await api.sandbox.drain()
    await expect
      .poll(() => listDonations(api.services), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ paymentIntentId: paid, state: 'succeeded' }))
    api.advance(graceMs)
    await expect.poll(() => listOrders(api.services), { timeout: 60_000 }).toHaveLength(1)
    expect(unpaid.waiting()).toBeGreaterThanOrEqual(5)
    gate.open()
    await Promise.allSettled(holding)
    await stop()
  }, 180_000)
})
