import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EmailKind } from '../../src/server/emails/email'
import { engines } from '../set-up/test-store'
import { listDonations, listDrafts, listHistory, listLetterKinds, listOrders } from './read-store'
import { startApi, type TestApi } from './start-api'

const minute = 60_000

describe.each(engines)('a paid order, on %s', engine => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ engine })
  })
  afterEach(() => api.close())

  test('is paid on the provider’s word, thanked for and announced once', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: true } })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({
      payment: 'paid',
      claimedKopiykas: 20_000,
      confirmedKopiykas: 20_000,
    })
    await api.place(intent, { email: 'olha@example.org' })
    await api.reconcile()
    await api.settle()
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listLetterKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('keeps what lacks names or is too long, and flags it', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    expect((await api.place(intent, { name: '', purpose: 'я'.repeat(3000) })).body.success).toBe(
      true,
    )
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ payment: 'paid', needsDetails: true, shortened: true })
    expect(stored?.purpose).toHaveLength(1000)
  })

  test('a wrong address keeps the order and gets no letter', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answer = await api.place(intent, { email: 'olha at example' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('that claims more than was paid is stored with the provider’s figure, and noted', async () => {
    const intent = await api.mint(100)
    await api.pay(intent)
    await api.place(intent, { donationAmount: '500' })
    const [stored] = await listOrders(api.services)
    expect(stored).toMatchObject({ claimedKopiykas: 50_000, confirmedKopiykas: 10_000 })
    expect((await listHistory(api.services)).map(entry => entry.event)).toEqual(['amount-differs'])
  })

  test('with an intent that nobody paid is not an order', async () => {
    const intent = await api.mint(200)
    expect((await api.place(intent)).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
    expect(await listDrafts(api.services)).toHaveLength(1)
  })

  test('with a declined card is not an order', async () => {
    const intent = await api.mint(200)
    await api.control(`/payment_intents/${intent}/pay`, { card: '4000000000000002' })
    expect((await api.place(intent)).body).toEqual({ success: false })
    expect(await listOrders(api.services)).toEqual([])
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
    const answer = await api.place(intent, { email: 'olha@example.org' })
    expect(answer.body).toEqual({ success: true, emailNotifications: { userEmailSent: false } })
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'verifying', confirmedKopiykas: 0 },
    ])
    expect(await listLetterKinds(api.services)).toEqual([])
    api.advance(minute)
    await api.settle()
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'paid', confirmedKopiykas: 20_000 },
    ])
    expect(await listLetterKinds(api.services)).toEqual(['donor-thanks', 'temple-notice'])
  })

  test('that nobody can verify is told to the temple as claimed after ten minutes', async () => {
    const intent = await api.mint(200)
    await api.stopProvider()
    expect((await api.place(intent)).body.success).toBe(true)
    await api.settle()
    expect(await listLetterKinds(api.services)).toEqual([])
    api.advance(16 * minute)
    await api.settle()
    expect(await listOrders(api.services)).toMatchObject([
      { payment: 'claimed', confirmedKopiykas: 0 },
    ])
    expect(await listLetterKinds(api.services)).toEqual(['temple-notice'])
  })

  test('twenty requests at once with one paid intent make one order', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.place(intent)))
    expect(answers.every(answer => answer.body.success === true)).toBe(true)
    expect(await listOrders(api.services)).toHaveLength(1)
    expect(await listDonations(api.services)).toHaveLength(1)
  })

  test('a refund marks the order and writes one email to each side', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.place(intent, { email: 'olha@example.org' })
    await api.control('/refunds', { payment_intent: intent })
    await api.reconcile()
    await api.reconcile()
    expect(await listOrders(api.services)).toMatchObject([{ payment: 'returned' }])
    expect(await listLetterKinds(api.services)).toEqual([
      'donor-refunded',
      'donor-thanks',
      'temple-notice',
      'temple-refunded',
    ])
  })

  test('each part of a refund is told by its own emails, the last one as the whole', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.place(intent, { email: 'olha@example.org', language: 'en' })
    for (const amount of [5_000, 15_000]) {
      await api.control('/refunds', { payment_intent: intent, amount })
      await api.reconcile()
    }
    const listSubjects = (kind: EmailKind) =>
      api.services.store.db
        .selectFrom('letters')
        .select('subject')
        .where('kind', '=', kind)
        .execute()
    const subjects = (await listSubjects('donor-refunded')).map(({ subject }) => subject)
    expect(subjects.map(subject => subject.replace(/ \(.*/, '')).sort()).toEqual([
      'Part of your donation has been returned',
      'Your donation has been returned',
    ])
    expect(await listSubjects('temple-refunded')).toHaveLength(2)
  })

  test('a refund that fails at the bank later is told to the temple', async () => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.place(intent, { email: 'olha@example.org' })
    await api.control('/refunds', { payment_intent: intent })
    await api.reconcile()
    await api.settle()
    const { db } = api.services.store
    const { id } = await db.selectFrom('reversals').select('id').executeTakeFirstOrThrow()
    await api.control(`/refunds/${id}/settle`, { status: 'failed' })
    await api.reconcile()
    await api.settle()
    expect(await listLetterKinds(api.services)).toEqual([
      'donor-refunded',
      'donor-thanks',
      'temple-notice',
      'temple-refund-failed',
      'temple-refunded',
    ])
  })

  test.each([
    ['won', 'temple-dispute-won'],
    ['lost', 'temple-dispute-lost'],
  ])('a dispute is told to the temple when it opens and when it is %s', async (status, kind) => {
    const intent = await api.mint(200)
    await api.pay(intent)
    await api.place(intent, { email: 'olha@example.org' })
    const { body } = await api.control('/disputes', { payment_intent: intent })
    await api.reconcile()
    await api.settle()
    await api.control(`/disputes/${body.id}/close`, { status })
    await api.reconcile()
    await api.settle()
    const kinds = await listLetterKinds(api.services)
    expect(kinds).toEqual(['donor-thanks', kind, 'temple-disputed', 'temple-notice'].sort())
  })

  test('two equal payments of one person within ten minutes are both kept, the second flagged', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const intent = await api.mint(200)
      await api.pay(intent)
      await api.place(intent, { email: 'olha@example.org' })
    }
    const flags = (await listOrders(api.services)).map(stored => stored.possibleDouble)
    expect(flags.sort()).toEqual([false, true])
  })
})
