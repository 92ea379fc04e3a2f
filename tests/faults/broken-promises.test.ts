import type { Charge, PaymentIntent } from 'stripe-sandbox/records'
import { expect, test } from 'vitest'
import type { Donation, Order, StoredEmail } from '../../src/server/db/schema'
import { findBrokenPromises } from './broken-promises'
import type { Candle, Snapshot } from './read-snapshot'

/** Of each row the columns that the promises are about. */
const row = <T>(columns: { [Column in keyof T]?: T[Column] }) => columns as T

const paid = { payment: 'paid', claimedKopiykas: 20_000, confirmedKopiykas: 20_000 } as const
const order = row<Order>({
  ...{ id: 'order', code: 'CODE', idempotencyKey: 'pi_1', paymentIntentId: 'pi_1', ...paid },
  ...{ name: 'Марія', channel: 'page', email: null, noticeId: 'order', erasedAt: null },
})
const notice = row<StoredEmail>({
  id: 'email',
  subjectId: 'order',
  kind: 'temple-notice',
  subject: '',
  state: 'sent',
})
const charge = row<Charge>({
  payment_intent: 'pi_1',
  amount: 20_000,
  amount_refunded: 0,
  disputed: false,
  paid: true,
})
const intent = row<PaymentIntent>({ id: 'pi_1', status: 'succeeded', metadata: { app: 'svichka' } })
const candle: Candle = {
  ...{ visitor: 'Марія', intents: ['pi_1'], wordsKept: ['pi_1'], confirmedKeys: ['pi_1'] },
  ...{ rejectedAfterPayment: [], canceled: [], cookies: [] },
}
const donation = row<Donation>({
  paymentIntentId: 'pi_1',
  state: 'succeeded',
  draft: '{}',
  answeredAt: null,
})
const refund = {
  ...{ id: 'entry', orderId: 'order', at: 1 },
  ...{ event: 'refund', detail: '50.00 UAH, 150.00 UAH left' },
}

const kept: Snapshot = {
  ...{ orders: [order], donations: [], history: [] },
  ...{ emails: [notice], mails: ['1-temple-notice-email.eml'] },
  ...{ reconciledUntil: 1, charges: [charge], candles: [candle] },
  intents: [intent],
}

test('a consistent snapshot breaks no promise', () => {
  expect(findBrokenPromises(kept)).toEqual([])
})

const unpaidNotice = { ...notice, subject: 'Свічка CODE, Марія (оплату не підтверджено)' }

test.each<[string, Partial<Snapshot>, RegExp]>([
  ['a payment without its order', { orders: [], emails: [], mails: [] }, /^P1: pi_1 was paid/],
  [
    'an order without the words that were kept',
    { orders: [{ ...order, name: '' }] },
    /^P1: Марія paid pi_1, and its words were kept and are lost/,
  ],
  [
    'an answered order that was never stored',
    { donations: [{ ...donation, state: 'open', answeredAt: 1 }] },
    /^P3: the order of pi_1 was answered and is not stored/,
  ],
  ['a second charge', { charges: [charge, { ...charge, id: 'ch_2' }] }, /^P2: .* 2 times/],
  [
    'a rejection after the payment was captured',
    { candles: [{ ...candle, rejectedAfterPayment: ['pi_1'] }] },
    /^P2: .* was rejected/,
  ],
  [
    'a charge after it was canceled',
    { candles: [{ ...candle, canceled: ['pi_1'] }] },
    /^P2: .* after it was canceled/,
  ],
  [
    'a confirmed order that is not there',
    { candles: [{ ...candle, confirmedKeys: ['other'] }] },
    /^P3: the order other/,
  ],
  ['an order without its notice', { emails: [] }, /^P4: order has 0 emails/],
  [
    'two notices for one order',
    { emails: [notice, { ...notice, id: 'second' }] },
    /^P4: order has 2 emails/,
  ],
  [
    'a donor who is not thanked',
    { orders: [{ ...order, email: 'donor@example.org' }] },
    /^P4: order has 0 emails donor-thanks/,
  ],
  [
    'a notice that nothing took back',
    { emails: [unpaidNotice] },
    /^P4: order has 0 emails temple-payment-confirmed/,
  ],
  [
    'a dispute that nobody was told of',
    { charges: [{ ...charge, disputed: true }] },
    /^P4: of order 0 returned and 0 disputes were told/,
  ],
  [
    'a refund that was told twice',
    {
      charges: [{ ...charge, amount_refunded: 5_000 }],
      history: [refund, { ...refund, id: 'second' }],
    },
    /^P4: of order 10000 returned and 0 disputes were told/,
  ],
  [
    'a refund without its email',
    { charges: [{ ...charge, amount_refunded: 5_000 }], history: [refund] },
    /^P4: the temple got no email about the refund of order/,
  ],
  ['a draft next to its order', { donations: [donation] }, /^P1: a draft of pi_1/],
  ['an email marked as sent and never delivered', { mails: [] }, /^P4: .* delivered 0x/],
  ['an order called paid without a charge', { charges: [] }, /^P5: order pi_1/],
  [
    'an order called paid after a refund',
    { charges: [{ ...charge, amount_refunded: 20_000 }] },
    /^P5: order pi_1 is paid .* says returned/,
  ],
  ['a cookie', { candles: [{ ...candle, cookies: ['/api/x'] }] }, /^P8: \/api\/x/],
])('%s is found', (_what, change, sentence) => {
  expect(findBrokenPromises({ ...kept, ...change })).toContainEqual(expect.stringMatching(sentence))
})
