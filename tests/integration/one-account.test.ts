import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../src/shared/durations'
import { apiForEach, openApi } from './api-fixture'
import { listDonations, listEmailKinds, listOrders } from './read-store'

const api = apiForEach()

test('two installations on one account leave each other’s payments alone', async () => {
  const temple = await openApi({ sandboxOf: api })
  const paid = await api.createPaid(200)
  await api.place(paid)
  const open = await api.create(300)
  await temple.run()
  for (const ms of [11 * minuteMs, dayMs]) {
    temple.advance(ms)
    await temple.run()
  }
  expect(await listOrders(temple.services)).toEqual([])
  expect(await listEmailKinds(temple.services)).toEqual([])
  expect(await listDonations(temple.services)).toEqual([])
  expect(await api.statusOf(open)).toBe('requires_payment_method')
  const answer = await temple.outcome(open, { cancel: true, secret: api.secretOf(open) })
  expect([answer.status, await api.statusOf(open)]).toEqual([404, 'requires_payment_method'])
  // While the provider is down, one reading is enough.
  await api.sandbox.fault({ action: 'status', status: 500, method: 'GET', count: 3 })
  expect((await temple.place(paid)).status).toBe(503)
  expect((await temple.place(paid)).status).toBe(422)
  expect(await listOrders(temple.services)).toEqual([])
})

test('a captured payment that no check is scheduled for is found after 15 minutes', async () => {
  const intent = await api.createPaid(200)
  await api.run()
  await api.services.store.db.updateTable('donations').set({ nextCheckAt: null }).execute()
  api.readLog('error')
  await api.advanceBoth(14 * minuteMs)
  await api.run()
  expect(api.readLog('error')).toEqual([])
  await api.advanceBoth(2 * minuteMs)
  await api.run()
  expect(await listOrders(api.services)).toMatchObject([{ paymentIntentId: intent }])
  const msg = 'captured payments had no order'
  expect(api.readLog('error')).toEqual([{ swept: 1, msg }])
})

test('a row of the other mode is not read or closed; an order for it is kept as claimed', async () => {
  const known = await api.create(200)
  await api.services.store.db.updateTable('donations').set({ livemode: true }).execute()
  expect((await api.outcome(known, { words: {} })).status).toBe(404)
  const paymentIntentId = 'pi_liveOfYesterday0000'
  const columns = { paymentIntentId, nextCheckAt: 1 }
  await api.services.store.db.updateTable('donations').set(columns).execute()
  await api.run()
  expect((await api.place(paymentIntentId)).body.success).toBe(true)
  await api.advanceBoth(dayMs + 60 * minuteMs)
  await api.run()
  expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
  expect(await listDonations(api.services)).toContainEqual(
    expect.objectContaining({ state: 'open', paymentIntentId }),
  )
})
