import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockDonation, updateDonation } from '../../src/server/db/donations'
import { insertOrder } from '../../src/server/db/orders'
import { inTransaction } from '../../src/server/db/store'
import { dayMs, minuteMs } from '../../src/shared/durations'
import { bothEngines, engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { buildStoredOrder } from './build-order'
import { listDonations, listDrafts, listEmailKinds, listOrders } from './read-store'

const env = { LIMIT_FACTOR: '1000', DIGEST_AFTER: '9999' }

describe.each(engines)('with failures at the wrong moment, on %s', engine => {
  const api = apiForEach({ engine, env })

  const read = 'GET /v1/payment_intents/:id'

  /** As one that another process writes. */
  const writeDonation = (intent: string) =>
    api.services.store.db
      .updateTable('donations')
      .set(eb => ({ revision: eb('revision', '+', 1) }))
      .where('paymentIntentId', '=', intent)
      .execute()

  test('others write while a slow provider is read: after eight seconds the order is kept', async () => {
    const intent = await api.createPaid(200)
    const { body } = await api.changeDuring(
      { path: `/v1/payment_intents/${intent}`, call: read },
      () => api.place(intent),
      async () => {
        await writeDonation(intent)
        api.advance(9_000)
      },
    )
    expect(body).toMatchObject({ success: true })
    expect(await api.countRequests(read)).toBe(1)
    api.advance(minuteMs)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
  })

  test('others write whenever the provider is read: the order is kept', async () => {
    const intent = await api.createPaid(200)
    const slow = { action: 'delay', at: 'after', ms: 100, count: null } as const
    await api.sandbox.fault({ ...slow, path: `/v1/payment_intents/${intent}` })
    let isPlaced = false
    const placing = api.place(intent).finally(() => {
      isPlaced = true
    })
    while (!isPlaced) {
      await writeDonation(intent)
      await pause(5)
    }
    expect((await placing).body).toMatchObject({ success: true })
    expect(await api.countRequests(read)).toBeLessThanOrEqual(4)
    await api.clearFaults()
    api.advance(minuteMs)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
  })

  test.runIf(engine === 'sqlite')(
    'an unexpected error of one payment is logged, and the others are synced',
    async () => {
      const [bad, good] = [await api.create(200), await api.create(300)]
      await sql`create trigger break_one before update of state on donations
        when new.payment_intent_id = ${sql.lit(bad)}
        begin select raise(abort, 'unexpected'); end`.execute(api.services.store.db)
      for (const intent of [bad, good]) await api.pay(intent)
      await api.run()
      const states = (await listDonations(api.services)).map(each => [
        each.paymentIntentId,
        each.state,
      ])
      expect(Object.fromEntries(states)).toEqual({ [bad]: 'open', [good]: 'succeeded' })
      api.advance(2 * dayMs)
      await api.syncDue()
      const line = { err: expect.anything(), msg: 'a payment could not be synced' }
      expect(api.readLog('error')).toEqual([line, line])
    },
  )

  test('invented payments store nothing and mail nobody while the provider is down, nor later', async () => {
    const made = 'pi_madeUp0000000001'
    await api.sandbox.fault({ action: 'status', status: 500, path: '/v1/**', count: null })
    const order = { email: 'victim@example.org' }
    const error = 'The payment cannot be checked right now.'
    expect(await api.place(made, order)).toMatchObject({ status: 503, body: { error } })
    expect((await api.draft(made, order)).status).toBe(404)
    const secret = `${made}_secret_madeUp0000000001`
    for (const cancel of [false, true]) {
      const answer = await api.outcome(made, { words: order, secret, cancel })
      expect(answer.body).toEqual({ outcome: 'unknown' })
    }
    for (const outage of [true, false]) {
      if (!outage) await api.clearFaults()
      api.advance(20 * minuteMs)
      await api.syncDue()
      const { services } = api
      for (const list of [listOrders, listDonations, listDrafts, listEmailKinds])
        expect(await list(services)).toEqual([])
    }
    const unknown = { error: 'This payment is not known here.' }
    expect(await api.place(made, order)).toMatchObject({ status: 422, body: unknown })
  })
})

describe.each(bothEngines)('at the same moment, on %s', engine => {
  const api = apiForEach({ engine, env })

  test('a draft that arrives while its order is being stored is not kept', async () => {
    const intent = await api.create(200)
    let drafting: Promise<unknown> | undefined
    await inTransaction(api.services.store, async trx => {
      await lockDonation(trx, intent)
      await insertOrder(trx, buildStoredOrder({ paymentIntentId: intent }))
      await updateDonation(trx, intent, { hasOrder: true })
      drafting ??= api.draft(intent)
      await expect.poll(() => api.services.store.lanes.words.running()).toBe(1)
    })
    await drafting
    expect(await listDrafts(api.services)).toEqual([])
  })

  test('concurrent orders, drafts, syncs and reconciliation make one order of each payment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const intents = await Promise.all(Array.from({ length: 6 }, () => api.create(200)))
      await Promise.all(intents.map(intent => api.pay(intent)))
      api.advance(minuteMs + 1)
      const [outcomes, others] = await Promise.all([
        Promise.all(
          intents.flatMap(intent =>
            [false, true].map(cancel => api.outcome(intent, { words: { name: intent }, cancel })),
          ),
        ),
        Promise.all([
          ...intents.flatMap(intent => [1, 2].map(() => api.place(intent, { name: intent }))),
          ...intents.map(intent => api.draft(intent)),
        ]),
        Promise.all([api.run(), api.run(), api.run()]),
      ])
      // Also to those who canceled: it was too late.
      const found = outcomes.map(({ status, body }) => body.outcome ?? status)
      expect(found).toEqual(Array(12).fill('succeeded'))
      expect(others.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    }
    api.advance(20 * minuteMs)
    await api.run()
    const orders = await listOrders(api.services)
    expect(new Set(orders.map(order => order.paymentIntentId)).size).toBe(18)
    expect(orders.map(order => order.payment)).toEqual(Array(18).fill('paid'))
    expect(await listEmailKinds(api.services)).toEqual(Array(18).fill('temple-notice'))
    expect(await listDrafts(api.services)).toEqual([])
  })
})
