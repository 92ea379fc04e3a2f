import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../set-up/test-store'
import { buildOrder } from './build-order'
import {
  listDonations,
  listDrafts,
  listHistory,
  listLetterKinds,
  listOrders,
  listTickets,
} from './read-store'
import { startApi, type TestApi } from './start-api'

const minute = 60_000

describe.each(engines)('a paid order, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine })
  })
  afterEach(() => api.close())

  const order = (fields = {}) =>
    buildOrder({ donationAmount: '200', prefersDonation: true, ...fields })
  const place = (intent: string, fields = {}) =>
    api.post('/api/candle-orders', order(fields), { 'idempotency-key': intent })
  const draft = (intent: string, fields = {}) =>
    api.put(`/api/order-drafts/${intent}`, order(fields))

  test('is paid on the provider’s word, thanked for and announced once', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answer = await place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({
      payment: 'paid',
      claimed_kopiykas: 20_000,
      confirmed_kopiykas: 20_000,
    })
    await place(intent, { email: 'olha@example.org' })
    await api.reconcile()
    await api.settle()
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listLetterKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('keeps what lacks names or is too long, and flags it', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    expect((await place(intent, { name: '', purpose: 'я'.repeat(3000) })).body.success).toBe(true)
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ payment: 'paid', needs_details: 1, shortened: 1 })
    expect(stored?.purpose).toHaveLength(1000)
  })

  test('a wrong address keeps the order and gets no letter', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answer = await place(intent, { email: 'olha at example' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('that claims more than was paid is stored with the provider’s figure, and noted', async () => {
    const intent = await api.mint(100)
    await api.pay(intent)
    await place(intent, { donationAmount: '500' })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ claimed_kopiykas: 50_000, confirmed_kopiykas: 10_000 })
    expect((await listHistory(api.services)).map(entry => entry.event)).toEqual(['amount-differs'])
  })

  test('with an intent that nobody paid is not an order', async () => {
    const intent = await api.mint(200)
    expect((await place(intent)).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
    expect(await listDrafts(api.services)).toHaveLength(1)
  })

  test('with a declined card is not an order', async () => {
    const intent = await api.mint(200)
    await api.control(`/payment_intents/${intent}/pay`, { card: '4000000000000002' })
    expect((await place(intent)).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
  })

  test('is made from its draft when the browser never comes back', async () => {
    const intent = await api.mint(200)
    expect((await draft(intent, { name: 'Степан', email: 'stepan@example.org' })).status).toBe(200)
    await api.pay(intent)
    await api.reconcile()
    await api.settle()
    expect(await listOrders(api.services)).toEqual([])
    api.advance(minute + 1)
    await api.settle()
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({
      source: 'draft',
      name: 'Степан',
      payment: 'paid',
      confirmed_kopiykas: 20_000,
    })
    expect(await listLetterKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
    expect(await listDrafts(api.services)).toEqual([])
  })

  test('is merged with its draft, not doubled, when the browser does come back', async () => {
    const intent = await api.mint(200)
    await draft(intent)
    await api.pay(intent)
    await api.reconcile()
    api.advance(minute + 1)
    await api.settle()
    expect((await place(intent)).body.success).toBe(true)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('a payment without order or draft becomes one ticket, closed by a late order', async () => {
    const intent = await api.mint(300)
    await api.pay(intent)
    await api.reconcile()
    api.advance(9 * minute)
    await api.settle()
    expect(await listTickets(api.services)).toEqual([])
    api.advance(minute + 1)
    await api.settle()
    await api.reconcile()
    expect(await listTickets(api.services)).toMatchObject([
      { state: 'open', amount_kopiykas: 30_000, card_last4: '4242' },
    ])
    expect(await listLetterKinds(api.services)).toEqual(['temple-ticket'])
    await place(intent, { donationAmount: '300' })
    expect(await listTickets(api.services)).toMatchObject([{ state: 'closed' }])
    expect(await listOrders(api.services)).toHaveLength(1)
  })

  test('is kept while the provider is down, and becomes paid when it is back', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.control('/faults', {
      action: 'status',
      status: 500,
      method: 'GET',
      path: `/v1/payment_intents/${intent}`,
      count: 3,
    })
    const answer = await place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'verifying', confirmed_kopiykas: 0 },
    ])
    expect(await listLetterKinds(api.services)).toEqual([])
    api.advance(minute)
    await api.settle()
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'paid', confirmed_kopiykas: 20_000 },
    ])
    expect(await listLetterKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('that nobody can verify is told to the temple as claimed after ten minutes', async () => {
    const intent = await api.mint(200)
    await api.stopProvider()
    expect((await place(intent)).body.success).toBe(true)
    await api.settle()
    expect(await listLetterKinds(api.services)).toEqual([])
    api.advance(16 * minute)
    await api.settle()
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'claimed', confirmed_kopiykas: 0 },
    ])
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('twenty requests at once with one paid intent make one order', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(intent)))
    expect(answers.every(answer => answer.body.success === true)).toBe(true)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listDonations(api.services)).toHaveLength(1)
  })

  test('a refund marks the order and writes one letter to each side', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await place(intent, { email: 'olha@example.org' })
    await api.control('/refunds', { payment_intent: intent })
    await api.reconcile()
    await api.reconcile()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    expect(await listLetterKinds(api.services)).toEqual([
      'donor-donation-returned',
      'donor-thanks',
      'temple-donation-returned',
      'temple-notice',
    ])
  })

  test('two equal payments of one person within ten minutes are both kept, the second flagged', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const intent = await api.mint(200)
      await api.pay(intent)
      await place(intent, { email: 'olha@example.org' })
    }
    const flags = (await listOrders(api.services)).map(stored => stored.possible_double)
    expect(flags.sort()).toEqual([0, 1])
  })

  test('an unpaid intent is cancelled after a day, and its draft is forgotten', async () => {
    const intent = await api.mint(200)
    await draft(intent)
    api.advance(25 * 60 * minute)
    await api.reconcile()
    expect(await listDonations(api.services)).toMatchObject([{ state: 'canceled' }])
    expect(await listDrafts(api.services)).toEqual([])
  })
})
