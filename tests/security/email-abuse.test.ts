import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../../src/shared/durations'
import { apiForEach } from '../integration/api-fixture'
import { listOrders } from '../integration/read-store'
import { behindProxy } from '../setup/start-proxy'
import { submitPage } from '../setup/submit-page'
import { engines } from '../setup/test-store'
import { orderFrom } from './visitor'

describe.each(engines)('the form as a way to mail others, on %s', engine => {
  const api = apiForEach({ engine, env: { ...behindProxy, LIMIT_FACTOR: '1000' } })
  const email = 'victim@example.org'

  const place = (fields = {}, key: string = randomUUID()) =>
    orderFrom(api, '203.0.113.7', key, { email, ...fields })
  const countLetters = async () => {
    const rows = await api.services.store.db.selectFrom('emails').select('recipient').execute()
    return rows.filter(({ recipient }) => recipient === email).length
  }
  const notSent = { success: true, emailNotifications: { userEmailSent: false } }

  /** The temple lights all that waits. */
  async function lightAll(): Promise<void> {
    const codes = (await listOrders(api.services)).map(({ code }) => code)
    await submitPage(api.services, { action: 'lit', codes })
  }

  test('an address in an order without a donation is not kept, and nothing ever goes to it', async () => {
    const answers = [await place(), await place({}, ''), await place()]
    for (const { body } of answers) expect(body).toEqual(notSent)
    // The form without its script, after an amount was chosen.
    const typed = { forWhom: 'Іван', purpose: 'мир', email, donationEnabled: 'on', amount: '200' }
    const body = new URLSearchParams({ ...typed, withoutDonation: '' })
    expect((await fetch(api.url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
    const orders = await listOrders(api.services)
    expect(orders.map(order => order.email)).toEqual([null, null, null, null])
    await lightAll()
    api.advance(dayMs)
    await api.services.outbox.runOnce()
    expect(await countLetters()).toBe(0)
    const { db } = api.services.store
    const rows = [
      await db.selectFrom('orders').selectAll().execute(),
      await db.selectFrom('emails').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  test('an order that only claims a donation has no letters, also once its candle burns', async () => {
    expect((await place({ donationAmount: '200' })).body).toEqual(notSent)
    await lightAll()
    api.advance(dayMs)
    expect(await countLetters()).toBe(0)
  })
})
