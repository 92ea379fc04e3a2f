import { describe, expect, test } from 'vitest'
import { oneEngine } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listDonations, listHistory } from './read-store'

const email = 'olha@example.org'

describe.each(oneEngine)('what is written of refunds, on %s', engine => {
  const api = apiForEach({ engine })

  /** Orders in English with a donation of 500 UAH. */
  async function order(intent: string): Promise<void> {
    await api.place(intent, { email, donationAmount: '500', language: 'en' })
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
    const payment_intent = await api.createPaid(500)
    await order(payment_intent)
    for (const amount of [100, 20_000, undefined]) {
      await api.sandbox.refund(payment_intent, { amount })
      await readEmails()
    }
    expect((await readEmails()).map(({ subject }) => subject.replace(/ \(.*/, ''))).toEqual([
      'Part of your donation has been returned',
      'Part of your donation has been returned',
      'Your donation has been returned',
    ])
    expect(await listDonations(api.services)).toMatchObject([{ refundedKopiykas: 50_000 }])
    const noted = (await listHistory(api.services)).filter(({ event }) => event === 'refund')
    expect(noted.map(({ detail }) => detail).sort()).toEqual([
      '1.00 UAH, 499.00 UAH left',
      '200.00 UAH, 299.00 UAH left',
      '299.00 UAH, 0.00 UAH left',
    ])
  })

  test('each check tells what was returned since the last one, and what is left', async () => {
    const payment_intent = await api.createPaid(500)
    await order(payment_intent)
    for (const amount of [20_000, 10_000]) await api.sandbox.refund(payment_intent, { amount })
    expect(await readAmounts()).toEqual([['300 UAH', '200 UAH']])
    await api.sandbox.refund(payment_intent, { amount: 20_000 })
    expect(await readAmounts()).toEqual([['300 UAH', '200 UAH'], ['200 UAH']])
  })

  test('what was returned before the order came is told with it, as one sum', async () => {
    const payment_intent = await api.createPaid(500)
    for (const amount of [20_000, 10_000]) {
      await api.sandbox.refund(payment_intent, { amount })
      await api.run()
    }
    await order(payment_intent)
    expect(await readAmounts()).toEqual([['300 UAH', '200 UAH']])
  })
})
