import { describe, expect, test } from 'vitest'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { tellStory } from './tell-story'

/** Of each story all that is there in the end. */
type Stories = Record<string, [story: string, ending: string]>

/** What becomes of a claimed order that the operator changes before its payment is known. */
const changed = Object.entries({
  'left as it is': ['', 'order paid 200 UAH after claimed; donor: thanks; temple: notice'],
  refunded: [
    'refund, ',
    'order returned 200 UAH after claimed; donor: refunded 200; temple: notice, refunded',
  ],
  dismissed: [
    'order is dismissed, ',
    'order paid 200 UAH after claimed; donor: thanks; temple: notice',
  ],
  'dismissed and refunded': [
    'order is dismissed, refund, ',
    'dismissed order returned 200 UAH after claimed; donor: refunded 200; temple: refunded',
  ],
  erased: ['order is erased, ', 'dismissed order paid 200 UAH after claimed'],
  lit: ['order is lit, ', 'lit order paid 200 UAH after claimed; donor: thanks'],
}).map(([what, [steps = '', order = '']]): [string, [string, string]] => [
  `an order that is ${what} before its payment is known`,
  [
    `pay, two reads are rejected, order with email, 11 minutes, sync, ${steps}1 hour, sync`,
    `succeeded; ${order}`,
  ],
])

/** What comes while the provider's answers are refused is not lost. */
const refundUnread = 'pay, order with email, reads are rejected, refund of 100 UAH, two runs'
const unreadable: Stories = {
  'a refund whose event comes while reads are rejected changes nothing yet': [
    refundUnread,
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a refund whose event comes while reads are rejected is told of afterwards': [
    `${refundUnread}, 31 days, sync, all works again, 1 day, sync`,
    'succeeded; order paid 200 UAH; donor: refunded 100 leaving 100, thanks; temple: notice, refunded',
  ],
}

const stories: Stories = {
  'a draft becomes the order as soon as an event tells of the payment': [
    'draft with email, pay, run, sync, sync',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a draft becomes the order also where no event comes': [
    'draft, pay, 61 seconds, sync',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'without words it becomes one order without them after ten minutes': [
    'pay, run, 11 minutes, sync, run, sync',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'an order without words is completed by a late order call': [
    'pay, run, 11 minutes, sync, order',
    'answer success; succeeded; order paid 200 UAH; temple: notice',
  ],
  'that was never paid is canceled after a day, and its draft is forgotten': [
    'draft with email, 25 hours for all, sync',
    'canceled',
  ],
  'that is being paid is not canceled because our clock was set forward by a day': [
    'draft, 25 hours, sync, pay, order',
    'answer success; succeeded; order paid 200 UAH; temple: notice',
  ],
  'an order that is sent and asked about again is stored and told of once': [
    'pay, order with email, order with email, ask, run, order with email',
    'answer success; succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a return from a bank places the order from its draft at once': [
    'draft, pay, ask',
    'answer succeeded; succeeded; order paid 200 UAH; temple: notice',
  ],
  'an order becomes paid when the provider is back': [
    'pay, three reads fail, order with email, 61 seconds, sync',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'an order reported as not confirmed, then awaited and paid, is confirmed and not announced again':
    [
      'two reads are rejected, order, 11 minutes, sync, the temple is notified, bank decides, 1 hour, sync, bank has decided, 1 hour, sync',
      'succeeded; order paid 200 UAH after claimed; temple: notice, payment-confirmed',
    ],
  'of an order reported as not confirmed temple and donor hear once it is confirmed, once': [
    'pay, two reads are rejected, order with email, 11 minutes, sync, the temple is notified, 1 hour, sync, order, sync, order',
    'answer success; succeeded; order paid 200 UAH after claimed; donor: thanks; temple: notice, payment-confirmed',
  ],
  'an order made from its draft after a refund is not called paid': [
    'draft, pay, refund, run',
    'succeeded; order returned 200 UAH; temple: notice, refunded',
  ],
  'an answered order ends as claimed where its payment is open ten minutes later': [
    'two reads are rejected, order, 9 minutes, sync, 2 minutes, sync',
    'open; order claimed; temple: notice',
  ],
  'a claimed order without a purpose takes the words that come before it is paid': [
    'two reads are rejected, order without a purpose, 11 minutes, sync, the temple is notified, draft with email, 61 seconds, sync, pay, run',
    'succeeded; order paid 200 UAH after claimed; donor: thanks; temple: notice, payment-confirmed',
  ],
  'an answered order is paid whatever was known of it before': [
    'bank decides, order with email, 3 hours, sync, everything fails, 3 hours, sync, all works again, bank has decided, 3 hours, sync',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'its first intent’s answer was lost: it is found without webhooks': [
    'its row is lost, run, pay, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'each refund is reported once, and only the last returns the order': [
    'pay, order with email, refund of 1 UAH, two runs, refund of 100 UAH, two runs, refund, two runs',
    'succeeded; order returned 200 UAH after paid; donor: refunded 1 leaving 199, refunded 100 leaving 99, refunded 99, thanks; temple: notice, refunded, refunded, refunded',
  ],
  'refunds that one check finds are reported as one sum': [
    'pay, order with email, refund of 100 UAH, refund of 1 UAH, two runs, refund, two runs',
    'succeeded; order returned 200 UAH after paid; donor: refunded 101 leaving 99, refunded 99, thanks; temple: notice, refunded, refunded',
  ],
  'a payment that succeeds while it is read is read by the next check': [
    'pay and an event comes while ask, sync',
    'succeeded',
  ],
  'a payment that succeeds while a check of it that was due reads it is read by the next check': [
    'an event comes, pay and an event comes while ask, sync',
    'succeeded',
  ],
  'a run checks a payment once, even if a refund is made while the payment is read': [
    'pay, order, an event of the refund comes, refund and an event of the refund comes while sync',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'a refund that is made while the payment is read is told of by the next check': [
    'pay, order, an event of the refund comes, refund and an event of the refund comes while sync, sync',
    'succeeded; order returned 200 UAH after paid; temple: notice, refunded',
  ],
  'a payment that another check finds paid while it is read as open stays paid': [
    'draft, pay and an event comes and sync while ask',
    'answer succeeded; succeeded; order paid 200 UAH; temple: notice',
  ],
  'a refund that another check tells of while the payment is read is told of once': [
    'pay, order, an event of the refund comes, refund and ask while sync, sync',
    'succeeded; order returned 200 UAH after paid; temple: notice, refunded',
  ],
  'a payment that succeeds while it is canceled is not canceled, and becomes an order': [
    'draft with email, pay while cancel',
    'answer succeeded; succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a dispute is reported to the temple only, and once, however it ends': [
    'pay, order with email, dispute, two runs, ask, dispute won, two runs, ask',
    'answer succeeded; succeeded; order disputed 200 UAH after paid; donor: thanks; temple: disputed, notice',
  ],
  'of an order without words refund and dispute notify the temple': [
    'pay, run, 11 minutes, two runs, refund of 100 UAH, two runs, dispute, two runs',
    'succeeded; order without words disputed 200 UAH after paid; temple: disputed, notice, refunded',
  ],
  ...Object.fromEntries(changed),
  ...unreadable,
  'without an order none is created': ['pay, ask', 'answer succeeded; succeeded'],
  'asked in old words, it is answered in old words': [
    'pay, ask in old words',
    'answer ordered; succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'asked in old words without the order, it is placed from its words': [
    'draft, pay, ask in old words without the order',
    'answer ordered; succeeded; order paid 200 UAH; temple: notice',
  ],
  'asked in old words while the bank decides': [
    'bank decides, cancel in old words',
    'answer pending; processing with draft',
  ],
  'canceled in old words it is released': ['cancel in old words', 'answer released; canceled'],
  'it waits for its words for ten minutes, however long it was open': [
    'ask, 9 minutes, pay, run, 9 minutes, sync',
    'succeeded',
  ],
  'a browser that comes back after its draft became the order makes no second': [
    'draft, pay, run, 61 seconds, sync, order',
    'answer success; succeeded; order paid 200 UAH; temple: notice',
  ],
  'a draft that this version cannot read becomes an order without words, not silence': [
    'draft, the draft is spoiled, pay, run, 11 minutes, sync',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'an unpaid order is a draft, and thanks nobody': [
    'order with email',
    'answer failure; open with draft',
  ],
  'an order of a canceled payment is not even a draft': [
    'order, cancel, order',
    'answer failure; canceled',
  ],
  'a wrong address keeps the order and gets no email': [
    'pay, order with a wrong email',
    'answer success; succeeded; order paid 200 UAH; temple: notice',
  ],
  'asked while it is open: nothing is canceled, and the order is a draft': [
    'draft with email, ask, ask, ask, ask, ask',
    'answer open; open with draft',
  ],
  'asked about and then paid, it is checked soon, without a webhook or the reconciler': [
    'draft with email, ask, pay, 3 seconds, sync, 61 seconds, sync',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a captured payment is known while the provider is down': [
    'pay, run, everything fails, ask',
    'answer succeeded; succeeded',
  ],
  'it cannot be canceled while the bank decides': [
    'draft, bank decides, cancel',
    'answer processing; processing with draft',
  ],
  'it is unknown while the provider fails: nothing is canceled, the draft is kept': [
    'draft, everything fails, ask, cancel',
    'answer unknown; open with draft',
  ],
  'it is unknown while the provider does not say whether it is canceled': [
    'draft, cancellations fail, cancel',
    'answer unknown; open with draft',
  ],
  'once canceled it can no longer be paid': ['draft, ask, cancel, pay in vain', 'canceled'],
  'it is canceled where the store says so, without cards': [
    'cancel, cards are switched off, ask',
    'answer canceled; canceled',
  ],
  'an order that the bank agrees to is reported and thanked for once, without any webhook': [
    'bank decides, order with email, bank has decided, 3 seconds, sync',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'an answered order that the bank declined waits nine minutes, in silence': [
    'bank decides to decline, order, bank has decided, run, 9 minutes, sync',
    'open with answered draft',
  ],
  'an answered order that the bank declined does not wait for ever': [
    'bank decides to decline, order, bank has decided, run, 11 minutes, sync',
    'open; order claimed; temple: notice',
  ],
  'while the bank decides an answered order waits, however long, and is not erased': [
    'bank decides, order, 400 days, personal data expire, sync',
    'processing with answered draft',
  ],
  'an answered order that waited for a year is told of once the bank has decided': [
    'bank decides, order, 400 days, personal data expire, bank has decided, sync',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'a 404 of the provider does not mean unpaid: the order is kept': [
    'pay, reads answer 404, order with email',
    'answer success; open with answered draft',
  ],
  'an answered order stays answered, also where its payment is known as unpaid later': [
    'two reads are rejected, order, order, order',
    'answer success; open with answered draft',
  ],
  'an answered order stays answered, also where its payment is canceled': [
    'three reads fail, order, cancel, order',
    'answer success; canceled with answered draft',
  ],
  'an answered order whose payment is then canceled is reported as not confirmed': [
    'three reads fail, order, cancel, 11 minutes, sync',
    'canceled; order claimed; temple: notice',
  ],
  'words whose order was never answered do not become claimed': [
    'draft, reads are rejected, 11 minutes, sync, 1 hour, sync',
    'open with draft',
  ],
  'the words of an order that was known as unpaid do not become claimed': [
    'order, reads are rejected, 11 minutes, sync, 1 hour, sync',
    'open with draft',
  ],
  'the words of an order that was known as unpaid become its order once it is paid': [
    'order, pay, run',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'who paid is asked for the names, where the payment has an address': [
    'pay with an address, run, 11 minutes, sync, sync',
    'succeeded; order without words paid 200 UAH; donor: thanks that ask for words; temple: notice',
  ],
  'words that come after the notice of an order without words are told to the temple': [
    'pay, run, 11 minutes, sync, the temple is notified, order with email',
    'answer success; succeeded; order paid 200 UAH; donor: thanks; temple: details-added, notice',
  ],
  'an order without words that was returned asks nobody': [
    'pay with an address, run, refund, run, 11 minutes, sync',
    'succeeded; order without words returned 200 UAH; donor: refunded 200; temple: notice, refunded',
  ],
  'words that come after the order without words complete it': [
    'pay, run, 11 minutes, sync, draft, sync',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'an order reported as claimed, then disputed is not confirmed to the temple': [
    'six reads fail, order, 11 minutes, sync, the temple is notified, all works again, pay, dispute, two runs, dispute won, two runs',
    'succeeded; order disputed 200 UAH after claimed; temple: disputed, notice',
  ],
  'a draft becomes the order also where cards were switched off meanwhile': [
    'draft, pay, run, cards are switched off, 11 minutes, sync',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'an order is reported as claimed where cards were switched off meanwhile': [
    'cards are switched off, order, 11 minutes, sync',
    'open; order claimed; temple: notice',
  ],
  'an order that was lit before its payment was confirmed is confirmed to the donor, too': [
    'pay, two reads are rejected, order with email, 11 minutes, sync, the temple is notified, order is lit, 1 hour, sync',
    'succeeded; lit order paid 200 UAH after claimed; donor: thanks; temple: notice, payment-confirmed',
  ],
  'an order reported as not confirmed is confirmed whatever its history says': [
    'pay, two reads are rejected, order with email, 11 minutes, sync, the temple is notified, its history is lost, 1 hour, sync',
    'succeeded; order paid 200 UAH after claimed; donor: thanks; temple: notice, payment-confirmed',
  ],
  'an order that was dismissed after it was paid stays so when it is disputed': [
    'pay, order, order is dismissed, dispute, two runs, dispute won, two runs',
    'succeeded; dismissed order disputed 200 UAH after paid; temple: disputed',
  ],
  'an order that was dismissed after it was paid stays so when its refund fails': [
    'pay, order, order is dismissed, refund, two runs, refund failed, two runs',
    'succeeded; dismissed order paid 200 UAH after paid, returned; temple: refund-failed, refunded',
  ],
  'an order that arrives after its refund is not called paid': [
    'pay, run, 11 minutes, sync, refund, order',
    'answer success; succeeded; order returned 200 UAH after paid; temple: notice, refunded',
  ],
  'a refund that fails later leaves the order paid, and is reported to the temple': [
    'pay, order with email, refund, two runs, refund failed, two runs',
    'succeeded; order paid 200 UAH after paid, returned; donor: refunded 200, thanks; temple: notice, refund-failed, refunded',
  ],
  'after a refund that failed the next one is reported again': [
    'pay, order with email, refund of 100 UAH, two runs, refund failed, two runs, refund of 100 UAH, two runs',
    'succeeded; order paid 200 UAH; donor: refunded 100 leaving 100, refunded 100 leaving 100, thanks; temple: notice, refund-failed, refunded, refunded',
  ],
  'a refund that waits is not reported before it has succeeded': [
    'pay, order with email, pending refund, two runs',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'a refund that waited is reported once it has succeeded': [
    'pay, order with email, pending refund, two runs, refund succeeded, two runs',
    'succeeded; order returned 200 UAH after paid; donor: refunded 200, thanks; temple: notice, refunded',
  ],
  'a refund that waited and failed is reported to nobody, as no money has moved': [
    'pay, order with email, pending refund, two runs, refund failed, two runs',
    'succeeded; order paid 200 UAH; donor: thanks; temple: notice',
  ],
  'paid and found by the reconciler while it is read as open, it is read again': [
    'its row is lost, pay and reconcile while ask',
    'answer succeeded; succeeded',
  ],
  'refunds that were made before the order came are reported with it, as one sum': [
    'pay, refund of 100 UAH, run, refund of 1 UAH, run, order with email',
    'answer success; succeeded; order paid 200 UAH; donor: refunded 101 leaving 99, thanks; temple: notice, refunded',
  ],
  'thanks for an order whose purpose came before its capture do not ask for it': [
    'two reads are rejected, order without a purpose, 11 minutes, sync, draft with email, pay, ask',
    'answer succeeded; succeeded; order paid 200 UAH after claimed; donor: thanks; temple: notice',
  ],
  'a refund is found by any check of the payment': [
    'pay, order, refund, ask',
    'answer succeeded; succeeded; order returned 200 UAH after paid; temple: notice, refunded',
  ],
  'a refund made before there was an order is reported with it': [
    'draft with email, pay, refund of 100 UAH, two runs, 61 seconds, two runs',
    'succeeded; order paid 200 UAH; donor: refunded 100 leaving 100, thanks; temple: notice, refunded',
  ],
  'of an order without words the temple is told what was refunded already': [
    'pay, run, refund of 100 UAH, 11 minutes, two runs',
    'succeeded; order without words paid 200 UAH; temple: notice, refunded',
  ],
  'a late order call that brings an address thanks its donor': [
    'pay, run, 11 minutes, two runs, refund of 100 UAH, two runs, order with email',
    'answer success; succeeded; order paid 200 UAH; donor: thanks; temple: notice, refunded',
  ],
  'a draft becomes the order though another account’s key was used for a while': [
    'draft, pay, run, another account, 2 minutes, run, our account, 20 minutes, run',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'an order without words is made from our row while the provider does not know the payment': [
    'pay, run, another account, 11 minutes, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'it is not canceled because another account does not know it': [
    'draft, another account, cancel, 25 hours, run, cancel',
    'answer unknown; open with draft',
  ],
  'paid twenty hours after its intent was made, it is found without webhooks': [
    '5 hours for all, run, 5 hours for all, run, 5 hours for all, run, 5 hours for all, run, pay, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'it is found also while our clock is hours ahead of the provider’s': [
    '5 hours, run, draft, pay, run',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'after a restore, it gets its order also if its first reading failed': [
    'its row is lost, 2 hours for all, everything fails, run, all works again, pay, 20 minutes for all, run, 20 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'at the first start it is found 25 hours back': [
    'pay, its row is lost, 25 hours for all, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'at the first start no more than 26 hours are listed': [
    'pay, its row is lost, 27 hours for all, run',
    '',
  ],
  'it is found from one hour before the last time, however long ago': [
    '50 minutes for all, run, its row is lost, pay, 50 hours for all, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'no more than that hour is listed again': ['70 minutes for all, run, its row is lost, run', ''],
  'it is found though the other mode’s keys were used for a while': [
    'run, its row is lost, pay, 50 hours for all, the other mode, run, our account, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'its draft becomes an order at once though our clock was half an hour ahead when it was paid': [
    '30 minutes, draft, pay, run, -30 minutes, run, 1 minute, run, 1 minute, run',
    'succeeded; order paid 200 UAH; temple: notice',
  ],
  'it is found though both clocks were far ahead for a while': [
    'its row is lost, 60 hours for all, run, -60 hours for all, pay, run, 11 minutes for all, run',
    'succeeded; order without words paid 200 UAH; temple: notice',
  ],
  'a refund that fails at the bank much later is found without webhooks': [
    'pay by a card whose refunds fail, order, 30 hours for all, run, refund, run, 2 hours for all, the bank acts, run',
    'succeeded; order paid 200 UAH after paid, returned; temple: notice, refund-failed, refunded',
  ],
}

describe.each(engines)('one payment, on %s', engine => {
  const api = apiForEach({ engine })

  test.each(Object.entries(stories))('%s', async (_, [story, ending]) => {
    expect(await tellStory(api, story)).toBe(ending)
  })
})
