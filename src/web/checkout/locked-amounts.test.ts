import { beforeEach, expect, it, vi } from 'vitest'
import { canceled, cardForm, open, stubPage, succeeded } from '../../../tests/setup/checkout-page'
import { exampleDonation, exampleWords } from '../../../tests/setup/example-order'
import { minuteMs } from '../../shared/durations'
import { pay } from './pay'
import { rememberPayment } from './pending-payment'
import { dispatch } from './reducer'
import { resumePayments } from './resume'
import { sendFreeOrder, sendPaidOrder } from './send-order'
import { isAmountLocked } from './state'
import { type CheckoutStore, createCheckoutStore } from './store'

const { openAddress } = stubPage()

/** The states of docs/order-flow.md, "In the page", that lock the amounts. */
const rows: [state: string, lock: (store: CheckoutStore) => unknown, longestMs: number][] = [
  [
    'an order without a donation is being sent',
    store => {
      const form = { forWhom: 'Mary', purpose: 'peace', donationEnabled: false, email: '' }
      store.dispatch({ type: 'free-order-started' })
      return sendFreeOrder(store, form, 'en')
    },
    20_000,
  ],
  ['the provider confirms, and then the server is asked', clickPay, 16 * minuteMs],
  [
    'the paid order is being sent, and then the server is asked',
    store => {
      const sending = sendPaidOrder(store, exampleDonation, exampleWords)
      dispatch(store, { type: 'pay-clicked', donation: exampleDonation })
      serverAnswersIn(minuteMs, succeeded)
      return sending
    },
    2 * minuteMs,
  ],
  [
    'a payment is being checked',
    store => {
      rememberPayment(exampleDonation)
      serverAnswersIn(24 * 60 * minuteMs, canceled)
      return resumePayments(store)
    },
    24 * 60 * minuteMs + 30_000,
  ],
  [
    'the record of an earlier page is being read',
    store => {
      store.dispatch({ type: 'payment-expected' })
      setTimeout(() => resumePayments(store), 500)
    },
    1000,
  ],
  [
    'a return from a bank is being checked',
    store => {
      openAddress('?payment_intent_client_secret=pi_12345678abc_secret_x')
      serverAnswersIn(24 * 60 * minuteMs, canceled)
      return resumePayments(store)
    },
    24 * 60 * minuteMs + 30_000,
  ],
]

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: '', language: 'uk' })
  vi.stubGlobal('document', { referrer: '' })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

function serverAnswersIn(ms: number, answer: object) {
  setTimeout(() => vi.stubGlobal('fetch', async () => Response.json(answer)), ms)
}

async function clickPay(store: CheckoutStore) {
  const { clientSecret, uah, words } = exampleDonation
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('order-drafts') ? Response.json({ success: true }) : new Promise(() => {}),
  )
  const card = cardForm(() => new Promise(() => {}))
  store.dispatch({ type: 'amount-chosen', choice: 300 })
  dispatch(store, { type: 'intent-created', uah, clientSecret })
  void pay(store, card, { clientSecret, uah, words })
  await vi.advanceTimersByTimeAsync(15 * minuteMs)
  expect(store.getState().payment.kind).toBe('checking')
  // From here on it is the row below: the server says that it is open.
  vi.stubGlobal('fetch', async () => Response.json(open))
}

it.each(rows)('amounts are locked while %s, and free again in time', async (_, lock, longestMs) => {
  const store = createCheckoutStore('en')
  const startedAt = Date.now()
  const locking = lock(store)
  await vi.advanceTimersByTimeAsync(1)
  expect(isAmountLocked(store.getState())).toBe(true)
  while (Date.now() < startedAt + longestMs) await vi.advanceTimersByTimeAsync(20_000)
  await locking
  expect(isAmountLocked(store.getState())).toBe(false)
})
