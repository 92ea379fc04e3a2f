import { describe, expect, test } from 'vitest'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDrafts, listEmailKinds, listOrders, listTickets } from './read-store'

const minute = 60_000

describe.each(engines)('late events about a payment, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })

  const refund = (intent: string) => api.control('/refunds', { payment_intent: intent })

  test('an order made from its draft after a refund is not called paid', async () => {
    const intent = await api.create(200)
    await api.draft(intent)
    await api.pay(intent)
    await api.reconcile()
    await refund(intent)
    await api.reconcile()
    api.advance(minute + 1)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([
      { channel: 'draft', payment: 'returned' },
    ])
  })

  onOne('an order that arrives after its refund is not called paid', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    await api.reconcile()
    api.advance(11 * minute)
    await api.syncDue()
    await refund(intent)
    expect((await api.place(intent)).body.success).toBe(true)
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    expect(await listTickets(api.services)).toMatchObject([{ state: 'closed' }])
  })

  onOne('an order whose bank declined in the end is not awaited for ever', async () => {
    const intent = await api.create(200)
    await api.control(`/payment_intents/${intent}/processing`, { ends: 'failed' })
    expect((await api.place(intent)).body.success).toBe(true)
    expect(await listEmailKinds(api.services)).toEqual([])
    await api.control(`/payment_intents/${intent}/settle`, {})
    await api.reconcile()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'awaiting' }])
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  onOne('an order whose bank agreed in the end is reported then, without any webhook', async () => {
    const intent = await api.create(200)
    await api.control(`/payment_intents/${intent}/processing`, {})
    await api.place(intent)
    await api.control(`/payment_intents/${intent}/settle`, {})
    api.advance(3_000)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  test('an order reported as not confirmed, then awaited and paid, is reported as confirmed and not announced again', async () => {
    const intent = await api.create(200)
    await api.failReads(intent, 401, 2)
    await api.place(intent)
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
    await api.control(`/payment_intents/${intent}/processing`, {})
    api.advance(60 * minute)
    await api.syncDue()
    const [awaited] = await listOrders(api.services)
    expect(awaited).toMatchObject({ payment: 'awaiting', noticeDueAt: null })
    await api.control(`/payment_intents/${intent}/settle`, {})
    api.advance(60 * minute)
    await api.syncDue()
    const told = { payment: 'paid', noticeDueAt: null, noticeId: awaited?.noticeId }
    expect(await listOrders(api.services)).toMatchObject([told])
    expect(await listEmailKinds(api.services)).toEqual([
      'temple-notice',
      'temple-payment-confirmed',
    ])
  })

  onOne('a draft that this version cannot read becomes a ticket, not silence', async () => {
    const intent = await api.create(200)
    await api.draft(intent)
    await api.services.store.db.updateTable('donations').set({ draft: '{"name":1}' }).execute()
    await api.pay(intent)
    await api.reconcile()
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listTickets(api.services)).toMatchObject([{ state: 'open' }])
  })

  onOne('a 404 of the provider does not mean unpaid: the order is kept', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    await api.failReads(intent, 404, null)
    expect((await api.place(intent)).body.success).toBe(true)
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'verifying' }])
  })

  onOne('two equal payments are flagged even if the second is verified later', async () => {
    const first = await api.create(200)
    await api.pay(first)
    await api.place(first)
    const second = await api.create(200)
    await api.pay(second)
    await api.failReads(second, 500, 3)
    await api.place(second)
    api.advance(minute)
    await api.syncDue()
    const flags = (await listOrders(api.services)).map(stored => stored.possibleDouble)
    expect(flags.sort()).toEqual([false, true])
  })

  onOne(
    'an unverified order whose payment is then canceled is reported as not confirmed',
    async () => {
      const intent = await api.create(200)
      await api.failReads(intent, 500, 3)
      await api.place(intent)
      expect(await listOrders(api.services)).toMatchObject([{ payment: 'verifying' }])
      await api.outcome(intent, { cancel: true })
      expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
      expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
    },
  )

  /** An order that could not be verified in time, reported to the temple as claimed. */
  async function placeClaimed(fields = {}) {
    const intent = await api.create(200)
    await api.failReads(intent, 500, 6)
    await api.place(intent, fields)
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
    expect(await listEmailKinds(api.services)).toContain('temple-notice')
    await api.clearFaults()
    return intent
  }

  onOne(
    'an order reported as claimed, then disputed, then won is confirmed to the temple',
    async () => {
      const intent = await placeClaimed()
      await api.pay(intent)
      const { body } = await api.control('/disputes', { payment_intent: intent })
      await api.reconcile()
      await api.syncDue()
      expect(await listOrders(api.services)).toMatchObject([{ payment: 'disputed' }])
      await api.control(`/disputes/${body.id}/close`, { status: 'won' })
      await api.reconcile()
      await api.syncDue()
      expect(await listOrders(api.services)).toMatchObject([{ payment: 'paid' }])
      const kinds = (await listEmailKinds(api.services)).filter(kind => /confirmed|won/.test(kind))
      expect(kinds).toEqual(['temple-dispute-won', 'temple-payment-confirmed'])
    },
  )

  onOne('an order that stays cancelled thanks nobody', async () => {
    const intent = await api.create(200)
    await api.failReads(intent, 500, 3)
    await api.place(intent, { email: 'olha@example.org' })
    const cancelled = { fulfilment: 'cancelled' as const }
    await api.services.store.db.updateTable('orders').set(cancelled).execute()
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed', ...cancelled }])
    expect(await listEmailKinds(api.services)).toEqual([])
  })

  test('of two payments of one person at the same moment one is flagged', async () => {
    const intents = [await api.create(200), await api.create(300)]
    for (const intent of intents) await api.pay(intent)
    const email = 'olha@example.org'
    await Promise.all(intents.map(intent => api.place(intent, { email })))
    const flags = (await listOrders(api.services)).map(order => order.possibleDouble)
    expect(flags.sort()).toEqual([false, true])
  })

  onOne('the draft of a cancelled payment is forgotten', async () => {
    const intent = await api.create(200)
    api.advance(25 * 60 * minute)
    await api.syncDue()
    await api.draft(intent)
    api.advance(minute + 1)
    await api.syncDue()
    expect(await listDrafts(api.services)).toEqual([])
  })
})
