import { describe, expect, test, vi } from 'vitest'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDonations, listDrafts, listEmailKinds, listOrders, listTickets } from './read-store'

const minute = 60_000

describe.each(engines)('a payment whose browser is gone, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })

  test('becomes an order from its draft', async () => {
    const intent = await api.create(200)
    expect((await api.draft(intent, { name: 'Степан', email: 'stepan@example.org' })).status).toBe(
      200,
    )
    await api.pay(intent)
    await api.reconcile()
    await api.syncDue()
    expect(await listOrders(api.services)).toEqual([])
    api.advance(minute + 1)
    const logged = vi.spyOn(api.services.log, 'info')
    await api.syncDue()
    const [stored] = await listOrders(api.services)
    const line = { orderId: stored?.id }
    expect(logged).toHaveBeenCalledWith(line, 'an order was made from its draft')
    expect(stored).toMatchObject({
      channel: 'draft',
      name: 'Степан',
      payment: 'paid',
      confirmedKopiykas: 20_000,
    })
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
    expect(await listDrafts(api.services)).toEqual([])
  })

  onOne('cuts an endless text as an order does, and flags it', async () => {
    const intent = await api.create(200)
    await api.draft(intent, { name: '🕯'.repeat(3_000), purpose: 'за здоров’я '.repeat(500) })
    const [draft] = await listDrafts(api.services)
    expect(draft?.draft?.length).toBeLessThan(3_000)
    await api.pay(intent)
    await api.reconcile()
    api.advance(minute + 1)
    await api.syncDue()
    const [order] = await listOrders(api.services)
    expect(order).toMatchObject({ name: '🕯'.repeat(500), shortened: true, channel: 'draft' })
  })

  onOne('is one order with its draft when the browser comes back', async () => {
    const intent = await api.create(200)
    await api.draft(intent)
    await api.pay(intent)
    await api.reconcile()
    api.advance(minute + 1)
    await api.syncDue()
    expect((await api.place(intent)).body.success).toBe(true)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  test('without order or draft becomes one ticket, closed by a late order', async () => {
    const intent = await api.create(300)
    await api.pay(intent)
    const paidAt = api.services.now()
    await api.reconcile()
    api.advance(9 * minute)
    await api.syncDue()
    expect(await listTickets(api.services)).toEqual([])
    api.advance(minute + 1)
    const logged = vi.spyOn(api.services.log, 'warn')
    await api.syncDue()
    await api.reconcile()
    const line = [{ paymentIntentId: intent }, 'a captured payment has no order: ticket opened']
    expect(logged.mock.calls).toEqual([line])
    const [ticket] = await listTickets(api.services)
    expect(ticket).toMatchObject({ state: 'open', amountKopiykas: 30_000, cardLast4: '4242' })
    expect(Math.abs((ticket?.paidAt ?? 0) - paidAt)).toBeLessThan(minute)
    expect(await listDonations(api.services)).toMatchObject([{ nextCheckAt: null }])
    expect(await listEmailKinds(api.services)).toEqual(['temple-ticket'])
    await api.place(intent, { donationAmount: '300' })
    expect(await listTickets(api.services)).toMatchObject([{ state: 'closed' }])
    expect(await listOrders(api.services)).toHaveLength(1)
  })

  test('that was never made is cancelled after a day, and its draft is forgotten', async () => {
    const intent = await api.create(200)
    await api.draft(intent)
    api.advance(25 * 60 * minute)
    await api.syncDue()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'canceled' }])
    expect(await listDrafts(api.services)).toEqual([])
  })
})
