import pMap from 'p-map'
import { describe, expect, test } from 'vitest'
import { createBackground } from '../../src/server/background'
import { apiForEach } from '../integration/api-fixture'
import { listDonations, listOrders } from '../integration/read-store'
import { createFrom } from '../security/visitor'
import { closeGate } from '../setup/gate'
import { behindProxy } from '../setup/start-proxy'
import { engines } from '../setup/test-store'

const strangers = 30
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

  test('that fill their lane of the store hold up no paid order whose page is gone', async () => {
    await pMap(Array(strangers).keys(), () => clickPay('198.51.100.1', 'Чужий'), {
      concurrency: 10,
    })
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
