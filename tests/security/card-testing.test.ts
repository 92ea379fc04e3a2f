import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readHealth } from '../../src/server/health/read-health'
import { minuteMs } from '../../src/shared/durations'
import { apiForEach } from '../integration/api-fixture'
import { deliver, writeEvent } from '../integration/events'
import { listDonations, listOrders } from '../integration/read-store'
import { behindProxy } from '../setup/start-proxy'
import { engines } from '../setup/test-store'
import { askForIntent, createFrom, decline, orderFrom } from './visitor'

const tester = '198.51.100.66'
const visitor = '203.0.113.7'

describe.each(engines)('card testing, on %s', engine => {
  const api = apiForEach({ engine, env: behindProxy })
  beforeEach(() => api.stayInOneDay())

  const states = async () => (await listDonations(api.services)).map(row => row.state).sort()
  const stateOf = async (intent: string) =>
    (await listDonations(api.services)).find(row => row.paymentIntentId === intent)?.state
  const declineFive = async (address: string) => {
    for (let card = 0; card < 5; card++) await decline(api, await createFrom(api, address))
  }

  test('loses the intent after five declined cards, and waits until they are an hour old', async () => {
    const intent = await createFrom(api, tester)
    await decline(api, intent, { agoMs: 20 * minuteMs })
    for (let card = 0; card < 3; card++) await decline(api, intent)
    expect(await states()).toEqual(['open'])
    expect((await askForIntent(api, tester)).status).toBe(200)
    await decline(api, intent)
    expect(await states()).not.toContain('open')
    const { status, headers } = await askForIntent(api, tester)
    expect(status).toBe(429)
    // Until the first decline is an hour old; the provider's clock has whole seconds.
    expect(Math.round(Number(headers.get('retry-after')) / 60)).toBe(40)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    api.advance(41 * minuteMs)
    expect((await askForIntent(api, tester)).status).toBe(200)
  })

  test('spread over many intents, is answered before they are canceled', async () => {
    const intents = []
    for (let i = 0; i < 6; i++) intents.push(await createFrom(api, tester))
    const [intent = '', ...others] = intents
    for (const each of others.slice(0, 4)) await decline(api, each)
    // Hundreds of cancellations take long.
    const before = await api.countRequests('POST /v1/payment_intents/:id/cancel')
    const type = 'payment_intent.payment_failed'
    const created = Math.floor(api.services.now() / 1000)
    const fifth = writeEvent({ id: 'evt_fifth', type, created, intent })
    expect((await deliver(api, fifth)).status).toBe(200)
    expect(await api.countRequests('POST /v1/payment_intents/:id/cancel')).toBe(before)
    expect((await askForIntent(api, tester)).status).toBe(429)
    await api.syncDue()
    expect(await states()).toEqual(Array(6).fill('canceled'))
  })

  test('counts once, however often the event is delivered', async () => {
    const intent = await createFrom(api, tester)
    for (let replay = 0; replay < 9; replay++) await decline(api, intent, { id: 'evt_same' })
    expect(await listDonations(api.services)).toMatchObject([{ state: 'open', failures: 1 }])
  })

  test('is not confused with a parish behind one address, where most cards are good', async () => {
    for (let giver = 0; giver < 6; giver++) {
      const intent = await createFrom(api, visitor)
      await api.pay(intent)
      const created = Math.floor(api.services.now() / 1000)
      for (const type of ['payment_intent.succeeded', 'charge.succeeded'])
        await deliver(api, writeEvent({ id: `evt_${type}_${giver}`, type, created, intent }))
      await api.place(intent)
    }
    await declineFive(visitor)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect(await listOrders(api.services)).toHaveLength(6)
  })

  test('does not cancel what a neighbour is paying with a second card', async () => {
    const paying = await createFrom(api, tester)
    await api.draft(paying, { version: 1 })
    await decline(api, paying)
    await api.draft(paying, { version: 2 })
    for (let card = 0; card < 4; card++) await decline(api, await createFrom(api, tester))
    expect((await askForIntent(api, tester)).status).toBe(429)
    expect(await stateOf(paying)).toBe('open')
    await api.pay(paying)
    expect((await api.place(paying)).body).toMatchObject({ success: true })
  })

  test('cannot shelter intents by clicking Pay for all of them', async () => {
    const intents = []
    for (let i = 0; i < 10; i++) {
      const intent = await createFrom(api, tester)
      await api.draft(intent)
      intents.push(intent)
    }
    for (const intent of intents.slice(0, 5)) await decline(api, intent)
    expect(await states()).toEqual([...Array(7).fill('canceled'), 'open', 'open', 'open'])
  })

  test('cannot collect intents: each beyond forty cancels one that nobody has paid for ten minutes', async () => {
    for (let i = 0; i < 38; i++) await createFrom(api, tester)
    api.advance(5 * minuteMs)
    const paying = await createFrom(api, tester)
    const typing = await createFrom(api, tester)
    api.advance(6 * minuteMs)
    await api.draft(paying)
    for (let i = 0; i < 45; i++) await createFrom(api, tester)
    expect((await states()).filter(state => state === 'open')).toHaveLength(47)
    expect([await stateOf(paying), await stateOf(typing)]).toEqual(['open', 'open'])
    expect((await askForIntent(api, visitor)).status).toBe(200)
    api.advance(11 * minuteMs)
    for (let i = 0; i < 7; i++) await createFrom(api, tester)
    // And the visitor's.
    expect((await states()).filter(state => state === 'open')).toHaveLength(40 + 1)
  })

  test('cannot collect young ones either: above seven hundred the oldest go', async () => {
    const first = await createFrom(api, tester)
    const [row] = await listDonations(api.services)
    const young = Array.from({ length: 699 }, (_, i) => ({
      ...(row as NonNullable<typeof row>),
      paymentIntentId: `pi_young${i}`,
      createdAt: api.services.now() + 1,
    }))
    await api.services.store.db.insertInto('donations').values(young).execute()
    expect(await stateOf(first)).toBe('open')
    await createFrom(api, tester)
    expect(await stateOf(first)).toBe('canceled')
  })

  test('cannot push a paid donation out of its order by opening others', async () => {
    const paid = await createFrom(api, tester)
    await api.draft(paid)
    await api.pay(paid)
    // Nobody reports the payment, and its draft is too old to count as being paid.
    api.advance(11 * minuteMs)
    for (let i = 0; i < 41; i++) await createFrom(api, tester)
    api.advance(11 * minuteMs)
    await createFrom(api, tester)
    expect(await stateOf(paid)).toBe('succeeded')
    api.advance(minuteMs)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([
      { paymentIntentId: paid, payment: 'paid' },
    ])
  })

  test('from many households of one /48 is stopped as one', async () => {
    const household = (i: number) => `2001:db8:1:${(i * 256).toString(16)}::1`
    for (let i = 0; i < 20; i++) await decline(api, await createFrom(api, household(i)))
    expect((await askForIntent(api, household(200))).status).toBe(429)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect((await askForIntent(api, '2001:db8:2::1')).status).toBe(200)
  })

  test('does not touch orders without a donation', async () => {
    await declineFive(tester)
    expect((await orderFrom(api, tester)).body).toMatchObject({ success: true })
  })

  test('lets visitors through when the protection itself fails', async () => {
    await sql`drop table payment_failures`.execute(api.services.store.db)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect(await readHealth(api.services)).toMatchObject({ ready: true })
  })

  test('lets visitors through when the open intents of their network stay open', async () => {
    for (let i = 0; i < 41; i++) await createFrom(api, visitor)
    api.advance(11 * minuteMs)
    // So no cancellation can be stored.
    await sql`alter table orders rename to moved`.execute(api.services.store.db)
    expect((await askForIntent(api, visitor)).status).toBe(200)
    expect((await states()).filter(state => state === 'open')).toHaveLength(42)
    expect(api.readLog('error')).toMatchObject([{ msg: 'canceling open intents failed' }])
  })
})
