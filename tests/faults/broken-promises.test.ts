import { expect, test } from 'vitest'
import { findBrokenPromises } from './broken-promises'
import type { Evidence } from './evidence'

const order: Evidence['orders'][number] = {
  id: 'order',
  code: 'CODE',
  idempotency_key: 'pi_1',
  payment_intent_id: 'pi_1',
  source: 'form',
  name: 'Марія',
  purpose: 'За здоров’я',
  email: null,
  language: 'uk',
  prefers_donation: 1,
  payment: 'paid',
  claimed_kopiykas: 20_000,
  confirmed_kopiykas: 20_000,
  needs_details: 0,
  shortened: 0,
  possible_double: 0,
  fulfilment: 'waiting',
  lit_at: null,
  user_email_sent: 0,
  user_agent: '',
  referrer: '',
  browser_language: '',
  address_hash: '',
  created_at: 1,
  erased_at: null,
}

const notice: Evidence['letters'][number] = {
  id: 'letter',
  subject_id: 'order',
  kind: 'temple-notice',
  recipient: 'temple@localhost',
  reply_to: null,
  subject: '',
  text_body: '',
  html_body: '',
  urgent: 0,
  photo_id: null,
  message_id: '<letter@localhost>',
  state: 'sent',
  run_at: 1,
  attempts: 1,
  last_error: null,
  created_at: 1,
  sent_at: 1,
}

const charge: Evidence['charges'][number] = {
  id: 'ch_1',
  payment_intent: 'pi_1',
  amount: 20_000,
  amount_refunded: 0,
  disputed: false,
  paid: true,
  status: 'succeeded',
}

const candle: Evidence['candles'][number] = {
  visitor: 'Марія',
  intents: ['pi_1'],
  confirmedKeys: ['pi_1'],
  refusedAfterPayment: [],
  released: [],
  email: null,
  cookies: [],
}

const kept: Evidence = {
  orders: [order],
  tickets: [],
  donations: [],
  reversals: [],
  disputes: [],
  letters: [notice],
  unsettledEvents: 0,
  reconciledUntil: 1,
  mails: ['1-temple-notice-letter.eml'],
  charges: [charge],
  intents: [
    {
      id: 'pi_1',
      status: 'succeeded',
      amount: 20_000,
      amount_received: 20_000,
      metadata: { app: 'svichka' },
    },
  ],
  candles: [candle],
}

test('books that agree break no promise', () => {
  expect(findBrokenPromises(kept)).toEqual([])
})

test.each<[string, Partial<Evidence>, RegExp]>([
  ['a payment without its order', { orders: [], letters: [], mails: [] }, /^P1: pi_1 was paid/],
  ['a second charge', { charges: [charge, { ...charge, id: 'ch_2' }] }, /^P2: .* 2 times/],
  [
    'a refusal after the money was taken',
    { candles: [{ ...candle, refusedAfterPayment: ['pi_1'] }] },
    /^P2: .* told that they did not/,
  ],
  [
    'a confirmed order that is not there',
    { candles: [{ ...candle, confirmedKeys: ['other'] }] },
    /^P3: the order other/,
  ],
  ['an order without its notice', { letters: [] }, /^P4: order has 0 letters/],
  [
    'two notices for one order',
    { letters: [notice, { ...notice, id: 'second' }] },
    /^P4: order has 2 letters/,
  ],
  ['a letter noted as sent and not carried', { mails: [] }, /^P4: .* carried 0x/],
  ['an order called paid without a charge', { charges: [] }, /^P5: order pi_1/],
  [
    'an order called paid after a refund',
    { charges: [{ ...charge, amount_refunded: 20_000 }] },
    /^P5: order pi_1 is paid .* says returned/,
  ],
  ['a cookie', { candles: [{ ...candle, cookies: ['/api/x'] }] }, /^P8: \/api\/x/],
  ['an event left unsettled', { unsettledEvents: 1 }, /^P1: 1 events/],
])('%s is found', (_what, change, sentence) => {
  expect(findBrokenPromises({ ...kept, ...change })).toContainEqual(expect.stringMatching(sentence))
})
