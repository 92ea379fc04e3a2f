import { beforeEach, expect, it, vi } from 'vitest'
import { cardForm, open, ordered, stubPage } from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { minuteMs } from '../../shared/durations'
import { pay } from './pay'
import { rememberPendingOrder } from './pending-order'
import { dispatch } from './reducer'
import { resumePendingOrders } from './resume'
import { sendFreeOrder, sendPaidOrder } from './send-order'
import { isAmountLocked } from './state'
import { type CheckoutStore, createCheckoutStore } from './store'

const day = 25 * 60 * minuteMs

const { openAddress } = stubPage()

/** The table "When amounts are locked" of docs/order-flow.md, with no answer from anyone. */
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
  ['the provider confirms, and then the server is asked', press, 16 * minuteMs],
  [
    'the paid order is being sent, or could not be, until a reload asks the server',
    async store => {
      await sendPaidOrder(store, exampleOrder)
      expect(store.getState().payment.kind).toBe('unsent')
      vi.stubGlobal('fetch', async () => Response.json(ordered))
      rememberPendingOrder(exampleOrder)
      await resumePendingOrders(store)
    },
    40_000,
  ],
  [
    'a payment is being checked',
    store => {
      rememberPendingOrder(exampleOrder)
      return resumePendingOrders(store)
    },
    day + 30_000,
  ],
  [
    'the record of an earlier page is being read',
    store => {
      store.dispatch({ type: 'order-expected' })
      setTimeout(() => resumePendingOrders(store), 500)
    },
    1000,
  ],
  [
    'a return from a bank is being checked',
    store => {
      openAddress('?payment_intent_client_secret=pi_12345678abc_secret_x')
      return resumePendingOrders(store)
    },
    day,
  ],
]

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: '', language: 'uk' })
  vi.stubGlobal('document', { referrer: '' })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

async function press(store: CheckoutStore) {
  const { clientSecret, uah, payload } = exampleOrder
  const card = cardForm(() => new Promise(() => {}))
  store.dispatch({ type: 'amount-chosen', choice: 300 })
  dispatch(store, { type: 'intent-created', uah, clientSecret })
  void pay(store, card, { clientSecret, uah, payload })
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
