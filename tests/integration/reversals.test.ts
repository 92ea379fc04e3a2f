import { describe, expect, test } from 'vitest'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDonations, listHistory, listReversals } from './read-store'

const email = 'olha@example.org'

describe.each(engines)('what is written of refunds, on %s', engine => {
  const api = apiForEach({ engine })

  /** Orders in English with a donation of 500 UAH. */
  async function order(): Promise<string> {
    const intent = await api.createPaid(500)
    await api.place(intent, { email, donationAmount: '500', language: 'en' })
    return intent
  }
  async function readEmails() {
    await api.run()
    await api.run()
    const emails = api.services.store.db.selectFrom('emails').select(['subject', 'textBody'])
    return emails.where('kind', '=', 'donor-refunded').orderBy('createdAt').execute()
  }
  const readAmounts = async () =>
    (await readEmails()).map(({ textBody }) => textBody.replaceAll('\u00a0', ' ').match(/\d+ UAH/g))

  test('only the last refund is called the whole donation; the history has each amount', async () => {
    const payment_intent = await order()
    for (const amount of [100, 20_000, undefined]) {
      await api.control('/refunds', { payment_intent, amount })
      await readEmails()
    }
    expect((await readEmails()).map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual([
      'Part of your donation has been returned',
      'Part of your donation has been returned',
      'Your donation has been returned',
    ])
    expect(await listDonations(api.services)).toMatchObject([{ refundedKopiykas: 50_000 }])
    const [first] = await listReversals(api.services)
    const noted = (await listHistory(api.services)).filter(({ event }) => event === 'refund')
    expect(noted).toHaveLength(3)
    expect(noted[0]?.detail).toBe(`${first?.id}: 1.00 UAH, succeeded`)
  })

  test('refunds found by one check are told apart: what each returned, and what was left', async () => {
    const payment_intent = await order()
    for (const amount of [20_000, 10_000, 20_000])
      await api.control('/refunds', { payment_intent, amount })
    expect((await readAmounts()).sort()).toEqual([
      ['100 UAH', '200 UAH'],
      ['200 UAH'],
      ['200 UAH', '300 UAH'],
    ])
  })

  test('of refunds that are older than the order, each email says what was left after its own', async () => {
    const payment_intent = await api.createPaid(500)
    for (const amount of [20_000, 10_000]) {
      await api.control('/refunds', { payment_intent, amount })
      await api.advanceBoth(1_000)
      await api.run()
    }
    // PostgreSQL puts new rows into the places of deleted ones.
    const { db } = api.services.store
    const rows = await listReversals(api.services)
    await db.deleteFrom('reversals').execute()
    await db.insertInto('reversals').values(rows.toReversed()).execute()
    await api.place(payment_intent, { email, donationAmount: '500', language: 'en' })
    expect((await readAmounts()).sort()).toEqual([
      ['100 UAH', '200 UAH'],
      ['200 UAH', '300 UAH'],
    ])
  })
})
