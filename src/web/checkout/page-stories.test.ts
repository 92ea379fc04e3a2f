import { describe, expect, it } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { tellPage } from '../../../tests/setup/tell-page'

/** Of each story all that is there in the end. */
type Stories = Record<string, [story: string, ending: string]>

const beforePay: Stories = {
  'only the latest amount counts, however fast they are chosen': [
    'choose 100, choose 400, 1 ms, choose 500, type 150, 1 second',
    'ready 500; calls: intent 400, intent 500',
  ],
  'without a donation no amount counts': [
    'intent: no, choose 200, 1 ms, switch off, 1 second',
    'no payment; no donation; calls: intent 200',
  ],
  'the server’s sentence is shown': [
    'intent: no in words, choose 500, 1 second',
    'no payment; choice 500; dialog: No.; You were not charged.; calls: intent 500',
  ],
  'an answer without a secret is a failure': [
    'intent: stored, choose 500, 1 second',
    'no payment; choice 500; dialog: Failed to initialize payment. Please try again.; You were not charged.; calls: intent 500',
  ],
  'no answer within 20 s is a failure': [
    'intent: nothing, choose 500, 20 seconds',
    'no payment; choice 500; dialog: Failed to initialize payment. Please try again.; You were not charged.; calls: intent 500',
  ],
  'a rejection for a time says for how long': [
    'intent: busy for an hour, choose 500, 1 second',
    'no payment; choice 500; dialog: There have been too many payment attempts from your network. You can donate again in 60\u00a0min, and order a candle without a donation right now. Another connection helps, too: mobile data in place of Wi\u2011Fi, or the other way round.; You were not charged.; calls: intent 500',
  ],
  'after failures the same amount can be chosen again': [
    'intent: lost then busy then created, choose 500, 1 second, choose 500, 1 second, choose 500, 1 second',
    'ready 500; dialog: Failed to initialize payment. Please try again.; calls: intent 500 ×3',
  ],
  'an answer is ignored once something else is begun': [
    'intent: no, choose 500, 1 ms, begin something else, 20 seconds',
    'creating 500; calls: intent 500',
  ],
}

const clickingPay: Stories = {
  'the server has the words before the card is confirmed, and the order after': [
    'pay, pay, 2 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted; site told; calls: submit, words 300 | |, confirm 300, order 300',
  ],
  'a provider that never answers is given up after 15 minutes': [
    'card: nothing, outcome: nothing, pay, 15 minutes, 1 second',
    'checking 300, locked; kept 300; calls: submit, words 300 |, confirm 300, ask 300',
  ],
  'a provider’s script without `submit` is used without it': [
    'form: old, pay, 2 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted; site told; calls: words 300 |, confirm 300, order 300',
  ],
  'a payment that our server does not know is confirmed, and its order sent': [
    'words: not known, order: lost, pay, 2 seconds',
    'checking paid 300, locked; toast 1: failed; kept 300; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'words that are not stored charge nothing': [
    'words: not found then down then busy then lost, pay, 2 seconds, pay, 2 seconds, pay, 2 seconds, pay, 2 seconds',
    'ready 300; dialog: Failed to initialize payment. Please try again.; You were not charged.; calls: submit, words 300 |, submit, words 300 |, submit, words 300 |, submit, words 300 |',
  ],
  'words are waited for': [
    'words: nothing, pay, 9.9 seconds',
    'paying 300, frozen; kept 300; calls: submit, words 300 |',
  ],
  'words that are not answered in 10 s charge nothing, also when they are stored later': [
    'words: 12 s later stored, pay, 10.1 seconds, 5 seconds',
    'ready 300; dialog: Failed to initialize payment. Please try again.; You were not charged.; calls: submit, words 300 |',
  ],
  'each words’ call has a greater number, also with a clock that was set back': [
    'card: declined then paid, pay, 2 seconds, set the clock back, pay, 2 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted; site told; calls: submit, words 300 |, confirm 300, submit, words 300 |, confirm 300, order 300',
  ],
  'a card that is not complete charges nothing, and leaves the form as it is': [
    'form: incomplete, pay, 2 seconds',
    'ready 300; dialog: The card number is incomplete.; You were not charged.; calls: submit, words 300 |',
  ],
  'a wallet that was closed charges nothing, and leaves the form as it is': [
    'form: wallet closed, pay, 2 seconds',
    'ready 300; You were not charged.; calls: submit, words 300 |',
  ],
  'while another payment may still succeed, none is begun': [
    'Pay was clicked on 500, pay, 2 seconds',
    'checking 500, locked; kept 500; calls: ask 500 |',
  ],
  'a decline leaves nothing to ask': [
    'card: declined, pay, 20 seconds',
    'declined 300 open; dialog: Your card was declined. Please try again or use another card.; You were not charged.; calls: submit, words 300 |, confirm 300',
  ],
  'a decline after an unclear confirmation is asked about': [
    'card: unclear then declined, outcome: open, pay, 11 seconds, pay, 1 second',
    'unclear 300 open; dialog: Your card was declined. Please try again or use another card.; You cannot be charged twice.; kept 300; calls: submit, words 300 |, confirm 300, ask 300 ×5, submit, words 300 |, confirm 300, ask 300',
  ],
  'a paid order that does not arrive is asked about, and said to be paid': [
    'order: no, pay, 2 seconds',
    'checking paid 300 with words, locked; toast 1: failed; kept 300; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'a paid order that did not arrive is found stored': [
    'order: no, outcome: paid, pay, 5 seconds',
    'no payment; no donation; thanks 300 Mary; toast 2: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'an order that is paid without its name asks for it': [
    'empty the field of the name, outcome: paid without a name, pay, 2 seconds',
    'no payment; no donation; thanks 300 without name; toast 1: submitted; site told; kept 300, told; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'an order that is paid without its name asks for nothing that the server had before': [
    'empty the field of the name, outcome: paid, pay, 2 seconds',
    'no payment; no donation; thanks 300; toast 1: submitted; site told; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'a paid order without an answer is asked about after 20 s': [
    'order: nothing, outcome: nothing, pay, 21 seconds',
    'checking paid 300 with words, locked; toast 1: failed; kept 300; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'a confirmation is ignored once something else is begun': [
    'card: 2 s later declined, pay, 1 second, begin something else, 5 seconds',
    'paying 300, frozen; kept 300; calls: submit, words 300 |, confirm 300',
  ],
  'a page that was left while its words were stored confirms nothing any more': [
    'words: 1 s later stored, pay, 500 ms, come back, 2 seconds',
    'checking 300, locked; kept 300; calls: submit, words 300 |, ask 300',
  ],
  'an order in flight as the page was cached is confirmed once, if it is stored late': [
    'order: 5 s later stored, outcome: paid, pay, 2 seconds, come back, 8 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
  'an order in flight as the page was cached is confirmed once, if it fails late': [
    'order: 5 s later no, outcome: paid, pay, 2 seconds, come back, 8 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
}

const opened = 'Pay was clicked on 300, reload'

const unclear: Stories = {
  'is open again once the server has said so five times': [
    'card: unclear, outcome: open, pay, 10 seconds',
    'unclear 300 open; dialog: Too much noise.; You cannot be charged twice.; kept 300; calls: submit, words 300 |, confirm 300, ask 300 ×5',
  ],
  'that was declined is open at once': [
    `outcome: declined, ${opened}, 2 seconds`,
    'unclear 300 open; dialog: Your card was declined. Please try again or use another card.; You cannot be charged twice.; kept 300; calls: ask 300',
  ],
  'that was declined is taken after all': [
    `outcome: declined then processing, ${opened}, 7 seconds`,
    'checking 300, locked; dialog: Your card was declined. Please try again or use another card.; You cannot be charged twice.; kept 300; calls: ask 300 ×2',
  ],
  'was not declined by an earlier decline': [
    'card: declined then unclear, outcome: declined, pay, 2 seconds, pay, 7 seconds',
    'checking 300, locked; dialog: Your card was declined. Please try again or use another card.; kept 300; calls: submit, words 300 |, confirm 300, submit, words 300 |, confirm 300, ask 300 ×4',
  ],
  'is open only after open answers in a row': [
    `outcome: 4 × open then unknown then 4 × open then unknown, ${opened}, 60 seconds`,
    'checking 300, locked; kept 300; calls: ask 300 ×14',
  ],
  'that is open may be paid': [
    `outcome: 6 × open then paid, ${opened}, 19 seconds`,
    'no payment; no donation; resumed 300; toast 1: submitted, email sent; site told; calls: ask 300 ×7',
  ],
  'that was canceled starts again': [
    'card: unclear, outcome: canceled, pay, 5 seconds',
    'ready 300; dialog: Failed to initialize payment. Please try again.; calls: submit, words 300 |, confirm 300, ask 300, intent 300',
  ],
  'that our server does not know is not believed at once': [
    `outcome: not known, ${opened}, 7 seconds`,
    'checking 300, locked; kept 300; calls: ask 300 ×4',
  ],
  'that our server does not know is believed at last': [
    `outcome: not known, ${opened}, 10 seconds`,
    'no payment; dialog: We could not find out whether your earlier donation went through. Before you pay again, please check with your bank.; calls: ask 300 ×5',
  ],
  'is asked about for more than a day, until the server has canceled it': [
    `outcome: 10 × lost then 10 × not found then 10 × busy then 10 × unknown then processing, ${opened}, 25 hours, outcome: canceled, 10 seconds`,
    'no payment; calls: ask 300 ×9005',
  ],
  'that is open is asked about for more than a day': [
    `outcome: open, ${opened}, 25 hours`,
    'unclear 300 open; kept 300; calls: ask 300 ×18003',
  ],
  'is asked about again after 20 s without an answer, and at once when the connection is back': [
    `outcome: nothing then lost, ${opened}, 21.5 seconds, online, 1 ms`,
    'checking 300, locked; kept 300; calls: ask 300 ×3',
  ],
  'that was paid is told with its words, and to the embedding site': [
    'card: unclear, outcome: processing then paid, pay, 5 seconds',
    'no payment; no donation; thanks 300 Mary; toast 1: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, ask 300 ×2',
  ],
  'that was paid without a name asks for it': [
    `outcome: paid without a name, ${opened}, 5 seconds`,
    'no payment; no donation; resumed 300 without name; toast 1: submitted, email sent; site told; kept 300, told; calls: ask 300',
  ],
  'that was paid without its words asks for them': [
    `outcome: paid without an order, ${opened}, 5 seconds`,
    'no payment; no donation; resumed 300 without order; kept 300; calls: ask 300',
  ],
  'is asked about no more when something else is begun while its answer is on the way': [
    `outcome: paid, ${opened}, 500 ms, begin something else, 60 seconds`,
    'checking 300, locked; kept 300; calls: ask 300',
  ],
  'is asked about no more when something else is begun while it waits': [
    `outcome: unknown then paid, ${opened}, 2 seconds, begin something else, 60 seconds`,
    'checking 300, locked; kept 300; calls: ask 300',
  ],
  'lets no other amount be chosen, and keeps the donation switched on': [
    `outcome: unknown then paid, Pay was clicked on 150, reload, 1 second, choose 500, type 700, switch off, 2 seconds`,
    'no payment; no donation; resumed 300; toast 1: submitted, email sent; site told; calls: ask 150 ×2',
  ],
}

const openAgain = `${opened}, 10 seconds`

const anotherAmount: Stories = {
  'waits for the cancellation': [
    `outcome: 5 × open then 2 s later canceled, ${openAgain}, choose 500, 1 second`,
    'checking 300 before 500, locked; kept 300; calls: ask 300 ×5, cancel 300',
  ],
  'gets its intent once the old one is canceled, and cannot change meanwhile': [
    `outcome: 5 × open then canceled, ${openAgain}, choose 500, choose 400, 2 seconds`,
    'ready 500; calls: ask 300 ×5, cancel 300, intent 500',
  ],
  'after a decline gets its intent once the declined one is canceled': [
    'card: declined, outcome: 2 s later canceled, pay, 2 seconds, close the dialog, choose 500, 5 seconds',
    'ready 500; calls: submit, words 300 |, confirm 300, cancel 300, intent 500',
  ],
  'that is one’s own gets its intent once it is typed': [
    `outcome: 5 × open then canceled, ${openAgain}, choose custom, 2 seconds, type 150, 1 second`,
    'ready 150; choice custom; calls: ask 300 ×5, cancel 300, intent 150',
  ],
  'is not paid when the old one was': [
    `outcome: 5 × open then paid, ${openAgain}, choose 500, 2 seconds`,
    'no payment; no donation; resumed 300; toast 1: submitted, email sent; site told; calls: ask 300 ×5, cancel 300',
  ],
  'waits for what is lost, unknown, or with a bank': [
    `outcome: 5 × open then lost then unknown then processing, ${openAgain}, choose 500, 20 seconds`,
    'checking 300 before 500, locked; kept 300; calls: ask 300 ×5, cancel 300 ×6',
  ],
  'is no longer wanted when the old one stays open': [
    `outcome: open, ${openAgain}, choose 500, 20 seconds`,
    'unclear 300 open; kept 300; calls: ask 300 ×5, cancel 300 ×5, ask 300 ×2',
  ],
}

const anything =
  'a late intent, a late failure, choose 500, choose custom, type nothing, switch on, switch off, close the dialog, 1 ms'

const triedWhile: Stories = {
  'it is paid': [
    `card: nothing, pay, 1 second, ${anything}`,
    'paying 300, frozen; kept 300; calls: submit, words 300 |, confirm 300',
  ],
  'it is checked': [
    `card: unclear, pay, 1 second, ${anything}`,
    'checking 300, locked; kept 300; calls: submit, words 300 |, confirm 300, ask 300',
  ],
  'it is open again': [
    `outcome: open, ${openAgain}, ${anything}`,
    'checking 300 before 500, locked; kept 300; calls: ask 300 ×5, cancel 300',
  ],
  'it is declined': [
    `card: declined, pay, 2 seconds, ${anything}`,
    'checking 300 before 500, locked; kept 300; calls: submit, words 300 |, confirm 300, cancel 300',
  ],
  'it is canceled': [
    `outcome: 5 × open then nothing, ${openAgain}, choose 500, 1 second, ${anything}`,
    'checking 300 before 500, locked; kept 300; calls: ask 300 ×5, cancel 300',
  ],
  'its order is asked about': [
    `order: no, pay, 2 seconds, ${anything}`,
    'checking paid 300 with words, locked; toast 1: failed; kept 300; calls: submit, words 300 |, confirm 300, order 300, ask 300',
  ],
}

const openedAgain: Stories = {
  'with a payment of another tab asks about it, and cancels nothing': [
    'choose 500, 1 ms, Pay was clicked on 100, come back, 5 seconds',
    'checking 100, locked; kept 100; calls: intent 500, ask 100 ×3',
  ],
  'is locked until its records are read': ['expect a payment, 500 ms', 'checking, locked'],
  'is free when there is no record': ['expect a payment, 500 ms, come back', 'no payment'],
  'asks about one payment after another, the one the bank sent back first, until something else is begun':
    [
      'outcome: processing then paid then unknown, Pay was clicked on 500, Pay was clicked on 300, Pay was clicked on 100, return from a bank, 9 seconds, begin something else, 60 seconds',
      'checking 500, locked; resumed 300; toast 1: submitted, email sent; site told; kept 500; kept 100; address https://candle.example.org/?lang=uk; calls: ask 300 ×2, ask 500 ×4',
    ],
  'asks about its own payment before one of another browser': [
    'outcome: processing then paid then unknown, Pay was clicked on 500, return from a bank, 9 seconds',
    'checking, locked; no donation; resumed 300; toast 1: submitted, email sent; site told; address https://candle.example.org/?lang=uk; calls: ask 500 ×2, ask 300 ×4',
  ],
  'by a bank is locked until the payment is known': [
    'outcome: processing, return from a bank, 1 hour',
    'checking, locked; address https://candle.example.org/?lang=uk; calls: ask 300 ×364',
  ],
  'by a bank after a decline cancels the payment': [
    'outcome: declined then processing then canceled, return from a bank, 10 seconds',
    'no payment; dialog: Your card was declined. Please try again or use another card.; You were not charged.; address https://candle.example.org/?lang=uk; calls: ask 300, cancel 300 ×2',
  ],
  'by a bank after a cancellation is free': [
    'outcome: canceled, return from a bank, 10 seconds',
    'no payment; address https://candle.example.org/?lang=uk; calls: ask 300',
  ],
  'by a bank with an unknown payment is free': [
    'outcome: not known, return from a bank, 10 seconds',
    'no payment; address https://candle.example.org/?lang=uk; calls: ask 300',
  ],
  'by a bank with a payment that stays open cancels it': [
    'outcome: 2 × open then processing then 5 × open then canceled, return from a bank, 2 minutes',
    'no payment; address https://candle.example.org/?lang=uk; calls: ask 300 ×8, cancel 300',
  ],
  'by a bank with a paid order tells the site': [
    'outcome: paid, return from a bank, 5 seconds',
    'no payment; resumed 300; site told; address https://candle.example.org/?lang=uk; calls: ask 300',
  ],
  'by a bank with a paid order without a name tells the site': [
    'outcome: paid without a name, return from a bank, 5 seconds',
    'no payment; resumed 300 without name; site told; address https://candle.example.org/?lang=uk; calls: ask 300',
  ],
  'by a bank with a paid order without words tells nobody': [
    'outcome: paid without an order, return from a bank, 5 seconds',
    'no payment; resumed 300 without order; address https://candle.example.org/?lang=uk; calls: ask 300',
  ],
  'with what a failed redirect adds leaves the address clean': [
    'open ?redirect_status=failed&lang=uk, 1 second',
    'no payment; address https://candle.example.org/?lang=uk',
  ],
  'with a secret that is none leaves the address clean': [
    'open ?payment_intent_client_secret=1234, 1 second',
    'no payment; address https://candle.example.org/',
  ],
  'with another address leaves it alone': ['open ?lang=uk, 1 second', 'no payment'],
  'asks again for the name of a paid order, and tells the site once': [
    `outcome: paid without a name, ${opened}, 5 seconds, reload, 5 seconds`,
    'no payment; no donation; resumed 300 without name; toast 1: submitted, email sent; site told; kept 300, told; calls: ask 300 ×2',
  ],
  'forgets a paid order that somebody has named meanwhile': [
    `outcome: paid without a name then paid, ${opened}, 5 seconds, reload, 5 seconds`,
    'no payment; no donation; resumed 300; toast 1: submitted, email sent; site told; calls: ask 300 ×2',
  ],
  'stores the name of a paid order, and tells the site once': [
    `outcome: paid without a name then paid, ${opened}, 5 seconds, write the name, 1 second`,
    'no payment; no donation; resumed 300 Mary; toast 2: submitted, email sent; site told; calls: ask 300, words 300, ask 300',
  ],
  'keeps a paid order whose name cannot be stored': [
    `outcome: paid without a name, words: down, ${opened}, 5 seconds, write the name, 1 second`,
    'no payment; no donation; resumed 300 without name; toast 2: failed; site told; kept 300, told; calls: ask 300, words 300',
  ],
  'stores the words of a paid order, and tells the site then': [
    `outcome: paid without an order then paid, ${opened}, 5 seconds, write the name, 1 second`,
    'no payment; no donation; resumed 300 Mary; toast 1: submitted, email sent; site told; calls: ask 300, words 300, ask 300',
  ],
  'by a bank stores the words of a paid order, and tells the site then': [
    'outcome: paid without an order then paid, return from a bank, 5 seconds, write the name, 1 second',
    'no payment; resumed 300 Mary; toast 1: submitted, email sent; site told; address https://candle.example.org/?lang=uk; calls: ask 300, words 300, ask 300',
  ],
  'keeps a paid order without a name while the server does not answer': [
    `outcome: paid without a name then unknown, ${opened}, 5 seconds, reload, 5 seconds`,
    'checking 300, locked; site told; kept 300, told; calls: ask 300 ×4',
  ],
}

const freeBeside: Stories = {
  'freezes the page': [
    'order: nothing, order free, switch on, choose 500, 19 seconds',
    'ready 300, frozen; free order sending; calls: free order',
  ],
  'fails after 20 s without an answer': [
    'order: nothing, order free, 20 seconds',
    'ready 300; free order failed; toast 1: failed; calls: free order',
  ],
  'leaves a payment that is checked alone': [
    'card: unclear, pay, 1 second, order free, 1 second',
    'checking 300, locked; thanks Ivan; toast 1: submitted; site told of a free order; kept 300; calls: submit, words 300 |, confirm 300, ask 300, free order',
  ],
  'leaves a payment that is open alone': [
    `outcome: open, ${openAgain}, switch off, order free, 1 second`,
    'unclear 300 open; no donation; thanks Ivan; toast 1: submitted; site told of a free order; kept 300; calls: ask 300 ×5, free order',
  ],
  'leaves a payment that is open to be paid after it': [
    `outcome: open, ${openAgain}, switch off, order free, 1 second, close the dialog, switch on, pay, 2 seconds`,
    'no payment; no donation; thanks 300 Mary; toast 2: submitted; site told of a free order; site told; calls: ask 300 ×5, free order, submit, words 300 |, confirm 300, order 300',
  ],
  'is not disturbed by a payment that turns out to be paid': [
    `outcome: 5 × open then paid, card: unclear, pay, 11 seconds, switch off, order: nothing, order free, 6 seconds`,
    'no payment, frozen; no donation; free order sending; resumed 300 Mary; toast 1: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, ask 300 ×5, free order, ask 300',
  ],
  'is thanked for after the payment': [
    'card: unclear, outcome: paid, pay, 3 seconds, order free, 1 second',
    'no payment; no donation; thanks 300 Mary; thanks Ivan; toast 2: submitted; site told; site told of a free order; calls: submit, words 300 |, confirm 300, ask 300, free order',
  ],
  'is thanked for before the payment': [
    'card: unclear, outcome: unknown then paid, pay, 1 second, order free, 4 seconds',
    'no payment; no donation; thanks Ivan; thanks 300 Mary; toast 2: submitted, email sent; site told of a free order; site told; calls: submit, words 300 |, confirm 300, ask 300, free order, ask 300',
  ],
  'does not end the checking of another browser’s payment': [
    'outcome: unknown, return from a bank, 1 second, order free, 1 second',
    'checking, locked; thanks Ivan; toast 1: submitted; site told of a free order; address https://candle.example.org/?lang=uk; calls: ask 300 ×2, free order',
  ],
  'may be written while a payment is checked, and stays': [
    'card: unclear, outcome: unknown then paid, pay, 1 second, write another text, 4 seconds',
    'no payment; thanks 300 Mary; toast 1: submitted, email sent; site told; calls: submit, words 300 |, confirm 300, ask 300 ×2',
  ],
}

const page = stubPage()

describe.each([
  ['before Pay', beforePay],
  ['clicking Pay', clickingPay],
  ['an unclear payment', unclear],
  ['another amount after Pay', anotherAmount],
  ['only the server’s answer ends a payment, whatever is tried while', triedWhile],
  ['a page that is opened again', openedAgain],
  ['an order without a donation', freeBeside],
])('%s', (_, stories) => {
  it.each(Object.entries(stories))('%s', async (_, [story, ending]) => {
    expect(await tellPage(page, story)).toBe(ending)
  })
})
