import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { updateOrder } from '../../src/server/db/orders'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { buildOrder } from './build-order'
import { listDonations, listDrafts, listEmailKinds, listHistory, listOrders } from './read-store'

const minute = 60_000
const canceled = { fulfilment: 'cancelled', noticeDueAt: null } as const

describe.each(engines)('a paid order, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })

  /** A paid order whose payment the provider twice fails to return. */
  async function placeUnverified(donationAmount = '200'): Promise<string> {
    const intent = await api.create(200)
    await api.pay(intent)
    await api.failReads(intent, 401, 2)
    await api.place(intent, { donationAmount })
    return intent
  }

  test('is paid by the provider’s answer; donor and temple are notified once', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({
      payment: 'paid',
      claimedKopiykas: 20_000,
      confirmedKopiykas: 20_000,
    })
    const before = await listDonations(api.services)
    await api.place(intent, { email: 'olha@example.org' })
    await api.outcome(intent)
    await api.reconcile()
    await api.syncDue()
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
    expect(await listHistory(api.services)).toEqual([])
    // Another check only marks the payment as matched.
    const matched = before.map(donation => ({ ...donation, matched: true }))
    expect(await listDonations(api.services)).toEqual(matched)
  })

  onOne('sent again says whether its email has gone out by now', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    const isSent = async () => {
      const { body } = await api.place(intent, { email: 'olha@example.org' })
      return body.emailNotifications
    }
    // A file in place of the mail folder.
    const { folder } = api.config.mail
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, '')
    expect(await isSent()).toEqual({ userEmailSent: false })
    api.advance(2 * minute)
    expect(await isSent()).toEqual({ userEmailSent: false })
    await rm(folder)
    await mkdir(folder)
    await api.services.outbox.runOnce()
    expect(await isSent()).toEqual({ userEmailSent: true })
  })

  onOne('keeps what lacks names or is too long, and flags it', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    expect((await api.place(intent, { name: '', purpose: 'я'.repeat(3000) })).body.success).toBe(
      true,
    )
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ payment: 'paid', needsDetails: true, shortened: true })
    expect(stored?.purpose).toHaveLength(1000)
  })

  onOne('a wrong address keeps the order and gets no email', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'olha at example' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
  })

  onOne(
    'that claims more than was paid is stored with the provider’s figure, and noted',
    async () => {
      const intent = await api.create(100)
      await api.pay(intent)
      await api.place(intent, { donationAmount: '500' })
      const [stored] = await listOrders(api.services)
      expect(stored).toMatchObject({ claimedKopiykas: 50_000, confirmedKopiykas: 10_000 })
      expect((await listHistory(api.services)).map(entry => entry.event)).toEqual([
        'amount-differs',
      ])
    },
  )

  onOne('with an unpaid intent is not an order', async () => {
    const intent = await api.create(200)
    expect((await api.place(intent)).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
    expect(await listDrafts(api.services)).toHaveLength(1)
    await api.outcome(intent, { cancel: true })
    expect((await api.place(intent)).body).toEqual({ success: false })
    expect(await listDrafts(api.services)).toEqual([])
  })

  test('is kept while the provider is down, and becomes paid when it is back', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    await api.failReads(intent, 500, 3)
    const answer = await api.place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'verifying', confirmedKopiykas: 0 },
    ])
    expect(await listEmailKinds(api.services)).toEqual([])
    api.advance(minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'paid', confirmedKopiykas: 20_000 },
    ])
    expect(await listEmailKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('that was reported as not confirmed is reported as confirmed once it is, once', async () => {
    const intent = await placeUnverified('500')
    api.advance(11 * minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'claimed' }])
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
    api.advance(60 * minute)
    for (const _ of [1, 2]) {
      await api.syncDue()
      await api.place(intent)
    }
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'paid', confirmedKopiykas: 20_000 },
    ])
    expect(await listEmailKinds(api.services)).toEqual([
      'temple-notice',
      'temple-payment-confirmed',
    ])
    const events = (await listHistory(api.services)).map(entry => entry.event)
    expect(events.filter(event => event === 'amount-differs')).toHaveLength(1)
  })

  onOne.each([
    ['left as it is', { litBy: null }, { payment: 'paid', fulfilment: 'waiting' }, 1],
    ['canceled', canceled, { payment: 'paid', fulfilment: 'waiting' }, 1],
    ['canceled, refunded', canceled, { payment: 'returned', fulfilment: 'cancelled' }, 0],
    ['erased', { ...canceled, erasedAt: 1 }, { payment: 'paid', fulfilment: 'cancelled' }, 0],
    ['lit', { fulfilment: 'lit' }, { payment: 'paid', fulfilment: 'lit' }, 1],
  ] as const)('that is %s before its payment is known', async (_, columns, known, notices) => {
    const intent = await placeUnverified()
    const [order] = await listOrders(api.services)
    await updateOrder(api.services.store.db, order?.id ?? '', columns)
    if (known.payment === 'returned') await api.control('/refunds', { payment_intent: intent })
    for (const minutes of [11, 60]) {
      api.advance(minutes * minute)
      await api.syncDue()
    }
    expect(await listOrders(api.services)).toMatchObject([{ ...known, channel: 'page' }])
    const kinds = (await listEmailKinds(api.services)).filter(kind => !kind.includes('refund'))
    expect(kinds).toEqual(Array(notices).fill('temple-notice'))
    const history = await listHistory(api.services)
    const changes = history.filter(({ event }) => event === 'payment').map(({ detail }) => detail)
    expect(changes).toEqual(['verifying to claimed', `claimed to ${known.payment}`])
  })

  onOne(
    'that was cancelled after it was paid stays cancelled when its dispute is won',
    async () => {
      const intent = await api.create(200)
      await api.pay(intent)
      await api.place(intent)
      const [order] = await listOrders(api.services)
      await updateOrder(api.services.store.db, order?.id ?? '', { fulfilment: 'cancelled' })
      const { body } = await api.control('/disputes', { payment_intent: intent })
      await api.reconcile()
      await api.syncDue()
      await api.control(`/disputes/${body.id}/close`, { status: 'won' })
      await api.reconcile()
      await api.syncDue()
      const stored = { payment: 'paid', fulfilment: 'cancelled' }
      expect(await listOrders(api.services)).toMatchObject([stored])
    },
  )

  onOne('that was paid and refunded between two checks is not reported as confirmed', async () => {
    const intent = await placeUnverified()
    api.advance(11 * minute)
    await api.syncDue()
    await api.control('/refunds', { payment_intent: intent })
    api.advance(60 * minute)
    await api.syncDue()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    expect(await listEmailKinds(api.services)).not.toContain('temple-payment-confirmed')
  })

  onOne(
    'is reported as claimed, or made from its draft, also where cards were switched off meanwhile',
    async () => {
      const [sent, drafted] = [await api.create(200), await api.create(300)]
      await api.draft(drafted, { donationAmount: '300' })
      await api.pay(drafted)
      await api.reconcile()
      api.services.provider = null
      expect((await api.place(sent)).body.success).toBe(true)
      api.advance(11 * minute)
      await api.syncDue()
      const payments = (await listOrders(api.services)).map(order => order.payment)
      expect(payments.sort()).toEqual(['claimed', 'paid'])
      expect(await listEmailKinds(api.services)).toEqual(['temple-notice', 'temple-notice'])
    },
  )

  test('twenty concurrent requests with one paid intent make one order', async () => {
    const intent = await api.create(200)
    await api.pay(intent)
    const email = 'olha@example.org'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.place(intent, { email })),
    )
    const answer = { success: true, emailNotifications: { userEmailSent: true } }
    expect(answers.map(({ body }) => body)).toEqual(Array(20).fill(answer))
    const sent = await readdir(api.config.mail.folder)
    expect(sent.filter(name => name.includes('donor-thanks'))).toHaveLength(1)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listDonations(api.services)).toHaveLength(1)
  })

  test('two equal payments of one person within ten minutes are both kept, the second flagged', async () => {
    // The same name with two apostrophes.
    for (const name of ["Дем'ян", 'Дем’ян']) {
      const intent = await api.create(200)
      await api.pay(intent)
      await api.place(intent, { name, email: 'olha@example.org' })
    }
    await api.post('/api/candle-orders', buildOrder({ name: 'Дем’ян', email: 'olha@example.org' }))
    const flags = (await listOrders(api.services)).map(order => [
      order.payment,
      order.possibleDouble,
    ])
    expect(flags.sort()).toEqual([
      ['none', false],
      ['paid', false],
      ['paid', true],
    ])
  })

  onOne('whose dispute is won is not taken for the double of a much later one', async () => {
    const olha = { name: 'Ольга', email: 'olha@example.org' }
    const [first, later] = [await api.create(200), await api.create(200)]
    await api.pay(first)
    await api.place(first, olha)
    const { body } = await api.control('/disputes', { payment_intent: first })
    await api.reconcile()
    await api.syncDue()
    api.advance(30 * minute)
    await api.pay(later)
    await api.place(later, olha)
    await api.control(`/disputes/${body.id}/close`, { status: 'won' })
    await api.reconcile()
    await api.syncDue()
    const orders = await listOrders(api.services)
    expect(orders.map(({ payment, possibleDouble }) => [payment, possibleDouble])).toEqual([
      ['paid', false],
      ['paid', false],
    ])
  })
})
