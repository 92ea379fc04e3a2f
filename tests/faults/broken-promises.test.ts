import { expect, test } from 'vitest'
import { findBrokenPromises } from './broken-promises'
import type { Snapshot } from './snapshot'

const order: Snapshot['orders'][number] = {
  id: 'order',
  code: 'CODE',
  idempotency_key: 'pi_1',
  payment_intent_id: 'pi_1',
  channel: 'page',
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
  lit_by: null,
  notice_due_at: null,
  notice_id: 'order',
  notice_number: null,
  user_agent: '',
  referrer: '',
  browser_language: '',
  address_hash: '',
  created_at: 1,
  erased_at: null,
}

const notice: Snapshot['emails'][number] = {
  id: 'email',
  subject_id: 'order',
  kind: 'temple-notice',
  recipient: 'temple@localhost',
  reply_to: null,
  subject: '',
  text_body: '',
  html_body: '',
  urgent: 0,
  photo_set_id: null,
  sheet_html: null,
  thread: null,
  message_id: '<email@localhost>',
  state: 'sent',
  run_at: 1,
  attempts: 1,
  last_error: null,
  created_at: 1,
  sent_at: 1,
}

const charge: Snapshot['charges'][number] = {
  id: 'ch_1',
  payment_intent: 'pi_1',
  amount: 20_000,
  amount_refunded: 0,
  disputed: false,
  paid: true,
  status: 'succeeded',
}

const candle: Snapshot['candles'][number] = {
  visitor: 'Марія',
  intents: ['pi_1'],
  confirmedKeys: ['pi_1'],
  rejectedAfterPayment: [],
  canceled: [],
  email: null,
  cookies: [],
}

const ticket: Snapshot['tickets'][number] = {
  id: 'ticket',
  payment_intent_id: 'pi_1',
  state: 'open',
  amount_kopiykas: 20_000,
  refunded_kopiykas: 0,
  paid_at: 1,
  card_last4: null,
  billing_email: null,
  created_at: 1,
  closed_at: null,
}

const donation: Snapshot['donations'][number] = {
  id: 'ref',
  payment_intent_id: 'pi_1',
  secret_hash: null,
  state: 'succeeded',
  amount_kopiykas: 20_000,
  received_kopiykas: 20_000,
  refunded_kopiykas: 0,
  disputed: 0,
  livemode: 0,
  failures: 0,
  address_hash: '',
  created_at: 1,
  succeeded_at: 1,
  next_check_at: null,
  check_attempts: 0,
  revision: 1,
  matched: 0,
  draft: '{}',
  drafted_at: 1,
}

const dispute: Snapshot['reversals'][number] = {
  id: 'dp_1',
  payment_intent_id: 'pi_1',
  kind: 'dispute',
  amount_kopiykas: 20_000,
  status: 'open',
  created_at: 1,
  updated_at: 1,
}

const kept: Snapshot = {
  orders: [order],
  tickets: [],
  donations: [],
  reversals: [],
  disputes: [],
  emails: [notice],
  pendingEvents: 0,
  reconciledUntil: 1,
  mails: ['1-temple-notice-email.eml'],
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

test('a consistent snapshot breaks no promise', () => {
  expect(findBrokenPromises(kept)).toEqual([])
})

test.each<[string, Partial<Snapshot>, RegExp]>([
  ['a payment without its order', { orders: [], emails: [], mails: [] }, /^P1: pi_1 was paid/],
  ['a second charge', { charges: [charge, { ...charge, id: 'ch_2' }] }, /^P2: .* 2 times/],
  [
    'a rejection after the money was taken',
    { candles: [{ ...candle, rejectedAfterPayment: ['pi_1'] }] },
    /^P2: .* was rejected/,
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
    { emails: [{ ...notice, subject: 'Свічка CODE, Марія (оплату не підтверджено)' }] },
    /^P4: order has 0 emails temple-payment-confirmed/,
  ],
  [
    'a dispute of a payment without an order that nobody was notified of',
    { orders: [], tickets: [ticket], reversals: [dispute] },
    /^P4: the temple got no email about dispute dp_1/,
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
  ['an event left unsettled', { pendingEvents: 1 }, /^P1: 1 events/],
])('%s is found', (_what, change, sentence) => {
  expect(findBrokenPromises({ ...kept, ...change })).toContainEqual(expect.stringMatching(sentence))
})
