import { beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, testOnOne } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDonations, listEmailKinds, listHistory, listOrders, listReversals } from './read-store'

const minute = 60_000
const email = 'olha@example.org'

describe.each(engines)('refunds and disputes, on %s', engine => {
  const onOne = testOnOne(engine)
  const api = apiForEach({ engine })
  let intent: string
  beforeEach(async () => {
    intent = await api.createPaid(500)
  })

  const refund = (fields: object = {}) =>
    api.control('/refunds', { payment_intent: intent, ...fields })
  async function run() {
    await api.run()
    await api.run()
  }
  const kinds = async (pattern: RegExp) =>
    (await listEmailKinds(api.services)).filter(kind => pattern.test(kind))
  const payment = async () => (await listOrders(api.services))[0]?.payment

  test('each refund is reported once, the last as full, and only that one returns the order', async () => {
    await api.place(intent, { email, donationAmount: '500', language: 'en' })
    for (const [i, amount] of [100, 20_000, undefined].entries()) {
      await refund({ amount })
      await run()
      expect(await payment()).toBe(i < 2 ? 'paid' : 'returned')
      const expected = ['donor-refunded', 'temple-refunded'].flatMap(kind =>
        Array(i + 1).fill(kind),
      )
      expect(await kinds(/refund/)).toEqual(expected)
    }
    expect(await listDonations(api.services)).toMatchObject([{ refundedKopiykas: 50_000 }])
    const emails = api.services.store.db.selectFrom('emails').select('subject')
    const told = await emails.where('kind', '=', 'donor-refunded').orderBy('createdAt').execute()
    expect(told.map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual([
      'Part of your donation has been returned',
      'Part of your donation has been returned',
      'Your donation has been returned',
    ])
    const [first] = await listReversals(api.services)
    const noted = (await listHistory(api.services)).filter(({ event }) => event === 'refund')
    expect(noted).toHaveLength(3)
    expect(noted[0]?.detail).toBe(`${first?.id}: 1.00 UAH, succeeded`)
  })

  onOne(
    'refunds found by one check are told apart: what each returned, and what was left',
    async () => {
      await api.place(intent, { email, donationAmount: '500', language: 'en' })
      for (const amount of [20_000, 10_000, 20_000]) await refund({ amount })
      await run()
      const emails = api.services.store.db.selectFrom('emails').select('textBody')
      const told = await emails.where('kind', '=', 'donor-refunded').execute()
      const amounts = told.map(({ textBody }) =>
        textBody.replaceAll('\u00a0', ' ').match(/\d+ UAH/g),
      )
      expect(amounts.sort()).toEqual([['100 UAH', '200 UAH'], ['200 UAH'], ['200 UAH', '300 UAH']])
    },
  )

  onOne('a payment becomes an order while its refunds cannot be listed', async () => {
    const listing = vi.spyOn(api.provider(), 'listReversals')
    listing.mockResolvedValue({ kind: 'unavailable', reason: 'StripePermissionError' })
    await api.draft(intent, { email, donationAmount: '500' })
    await refund({ amount: 20_000 })
    await run()
    await api.advanceBoth(2 * minute)
    await run()
    expect(await payment()).toBe('paid')
    expect(await listDonations(api.services)).toMatchObject([{ refundedKopiykas: 20_000 }])
    listing.mockRestore()
    await api.advanceBoth(11 * minute)
    await run()
    expect(await kinds(/refund/)).toEqual(['donor-refunded', 'temple-refunded'])
  })

  onOne.each(['/v1/refunds', '/v1/payment_intents'])(
    'events that arrive while %s cannot be read stay due',
    async path => {
      await api.place(intent, { email, donationAmount: '500' })
      const dispute = await api.control('/disputes', { payment_intent: intent })
      await run()
      const unreadable = { action: 'status', status: 401, method: 'GET', count: null }
      const isRead = path.includes('intents') ? `${path}/${intent}` : path
      await api.control('/faults', { ...unreadable, path: isRead })
      await api.control(`/disputes/${dispute.body.id}/close`, { status: 'won' })
      await refund()
      await run()
      expect(await payment()).toBe('disputed')
      expect(await kinds(/refund|won/)).toEqual([])
      await api.clearFaults()
      api.advance(60 * minute)
      await api.syncDue()
      expect(await payment()).toBe('returned')
      expect(await kinds(/refund|won/)).toHaveLength(3)
    },
  )
})
