import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findForgettable, forgetPerson } from '../../src/server/retention/forget-person'
import { engines } from '../set-up/test-store'
import { listDrafts, listHistory, listLetterKinds, listOrders, listTickets } from './read-store'
import { startApi, type TestApi } from './start-api'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(engines)('on a bad day, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine, env: { LIMIT_FACTOR: '1000' } })
  })
  afterEach(() => api.close())

  async function run() {
    await api.reconcile()
    await api.settle()
  }

  test('a provider that hangs costs an order eight seconds, and the order is kept', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const fault = { action: 'delay', at: 'before', ms: 60_000, method: 'GET', count: null }
    await api.control('/faults', { ...fault, path: `/v1/payment_intents/${intent}` })
    const startedAt = Date.now()
    const answer = await api.place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'verifying' }])
  })

  test('an unverified order whose payment stays open is told to the temple after ten minutes', async () => {
    const intent = await api.mint(200)
    const path = `/v1/payment_intents/${intent}`
    await api.control('/faults', { action: 'status', status: 500, path, count: 3 })
    expect((await api.place(intent)).body.success).toBe(true)
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'verifying' }])
    api.advance(11 * minute)
    await api.settle()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('an order that names a payment made up while nobody can be asked is not stored', async () => {
    await api.stopProvider()
    expect((await api.place('pi_madeUp0000000001')).status).toBe(503)
    expect((await api.draft('pi_madeUp0000000001')).status).toBe(404)
    expect(await listOrders(api.services)).toEqual([])
    expect(await listLetterKinds(api.services)).toEqual([])
  })

  test('a draft that comes after its order does not linger', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await Promise.all([api.place(intent), ...[1, 2, 3].map(() => api.draft(intent))])
    api.advance(2 * minute)
    await run()
    expect(await listDrafts(api.services)).toEqual([])
    expect(await listOrders(api.services)).toHaveLength(1)
  })

  test('two payments of one person are flagged whatever their amounts', async () => {
    for (const [uah, amount] of [
      [200, '200'],
      [300, '300'],
    ] as const) {
      const intent = await api.mint(uah)
      await api.pay(intent)
      await api.place(intent, { email: 'olha@example.org', donationAmount: amount })
    }
    const flags = (await listOrders(api.services)).map(order => order.possibleDouble)
    expect(flags.sort()).toEqual([false, true])
  })

  test('a clock that was five days ahead for a while blinds nobody', async () => {
    api.advance(5 * day)
    const before = await api.mint(200)
    await api.draft(before)
    await api.pay(before)
    await run()
    api.advance(-5 * day)
    const after = await api.mint(300)
    await api.pay(after)
    await run()
    for (const ms of [minute, 11 * minute]) {
      api.advance(ms)
      await run()
    }
    expect(await listOrders(api.services)).toMatchObject([{ source: 'draft', payment: 'paid' }])
    expect(await listTickets(api.services)).toMatchObject([{ paymentIntentId: after }])
    await api.services.outbox.runOnce()
    const letters = api.services.store.db.selectFrom('letters').select('state')
    expect(await letters.where('state', '!=', 'sent').execute()).toEqual([])
  })

  test('orders, drafts, settling and reconciling all at once make one order of each payment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const intents = await Promise.all(Array.from({ length: 6 }, () => api.mint(200)))
      await Promise.all(intents.map(intent => api.pay(intent)))
      api.advance(minute + 1)
      const answers = await Promise.all(
        [
          ...intents.flatMap(intent => [1, 2].map(() => api.place(intent, { name: intent }))),
          ...intents.map(intent => api.outcome(intent, { fields: { name: intent } })),
          ...intents.map(intent => api.outcome(intent, { fields: { name: intent }, giveUp: true })),
        ].concat(intents.map(intent => api.draft(intent))),
      )
      const [, runs] = await Promise.all([pause(0), Promise.all([run(), run(), run()])])
      expect(runs).toHaveLength(3)
      expect(answers.map(answer => answer.status).filter(status => status >= 500)).toEqual([])
    }
    api.advance(20 * minute)
    await run()
    const orders = await listOrders(api.services)
    expect(new Set(orders.map(order => order.paymentIntentId)).size).toBe(18)
    expect(orders).toHaveLength(18)
    expect(orders.every(order => order.payment === 'paid')).toBe(true)
    expect(await listLetterKinds(api.services)).toEqual(Array(18).fill('temple-notice'))
    expect(await listTickets(api.services)).toEqual([])
  })

  test('forget forgets: variants, unpaid drafts, tickets, and what comes later', async () => {
    const email = 'secret@example.org'
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.place(intent, { name: 'Iryna', email })
    await api.place(intent, { name: 'Iryna Petrenko', purpose: 'illness of my son', email })
    const unpaid = await api.mint(300)
    await api.draft(unpaid, { name: 'Iryna once more', email })
    const { store } = api.services
    const found = await findForgettable(store, 'Secret@example.org')
    expect(found).toMatchObject({ orders: [{}], drafts: [unpaid] })
    await forgetPerson(store, found, api.dataDir, Date.now())
    await api.place(intent, { name: 'Iryna Petrenko', purpose: 'again', email })
    const left = JSON.stringify([
      await listOrders(api.services),
      await listHistory(api.services),
      await listDrafts(api.services),
      await store.db.selectFrom('letters').selectAll().execute(),
    ])
    for (const word of ['Iryna', 'illness', 'secret']) expect(left).not.toContain(word)
  })
})
