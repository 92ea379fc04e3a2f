import { afterEach, expect, it, vi } from 'vitest'
import {
  type Answer,
  canceled,
  open,
  processing,
  stubPage,
  succeeded,
  unknown,
} from '../../../tests/setup/checkout-page'
import { listPendingPayments, rememberPayment } from './pending-payment'
import { resumePayments } from './resume'
import { isAmountLocked } from './state'
import { createCheckoutStore } from './store'

const payment = { clientSecret: 'pi_resumed0001_secret_xyz', uah: 300 }
const other = { ...payment, clientSecret: 'pi_87654321abc_secret_x' }

const { questions, intents, addresses, told, openAddress, serverAnswers } = stubPage()

// A page that is opened again begins no other payment by itself.
afterEach(() => expect(intents).toEqual([]))

/** A reloaded page, and what it did after some seconds. */
async function reopen(answers: Answer[], { query = '', seconds = 5 } = {}) {
  serverAnswers(...answers)
  openAddress(query)
  const store = createCheckoutStore('uk')
  const creating = store.startPaymentTask()
  void resumePayments(store)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await vi.dynamicImportSettled()
  return { store, creating, state: store.getState() }
}

it('a payment of another tab is asked about, and not canceled', async () => {
  rememberPayment(payment)
  const { creating, state } = await reopen([processing])
  expect(questions[0]).toMatchObject({ cancelUnlessPaid: false })
  expect(state).toMatchObject({ payment: { kind: 'checking' }, fields: { forWhom: '' } })
  // An intent that was still being created does not come between.
  expect(creating.aborted).toBe(true)
})

it('payments are asked about one after another, the one the bank sent back first', async () => {
  const third = { ...other, clientSecret: 'pi_third678abc_secret_xyz' }
  for (const each of [other, payment, third]) rememberPayment(each)
  const answers = [processing, succeeded, unknown]
  const { store } = await reopen(answers, { query: returned, seconds: 60 })
  const asked = questions.map(question => question.clientSecret)
  const { clientSecret } = payment
  expect(asked.slice(0, 3)).toEqual([clientSecret, clientSecret, other.clientSecret])
  // Until the visitor does something else with the payment.
  store.startPaymentTask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(questions).toHaveLength(asked.length)
})

it('a return to a payment of another browser does not delay one of this browser', async () => {
  rememberPayment(other)
  await reopen([processing, succeeded, unknown], { query: returned, seconds: 60 })
  const asked = questions.map(question => question.clientSecret)
  expect(asked.slice(0, 3)).toEqual([other.clientSecret, other.clientSecret, payment.clientSecret])
})

const returned = `?payment_intent=pi_12345678abc&payment_intent_client_secret=${payment.clientSecret}&redirect_status=succeeded&lang=uk`

const decline = { message: 'Your card was declined.' }
const failed = { kind: 'payment-failed', error: { kind: 'declined', ...decline } }
const declinedOnce = { ...open, decline }
const opens = [open, open, processing, open, open, open, open, open]

it.each<[string, Answer[], (true | false)[], object[] | 'still checking']>([
  ['that was declined', [declinedOnce, processing, canceled], [false, true, true], [failed]],
  ['that was canceled', [canceled], [false], []],
  ['that the server does not know', ['not known'], [false], []],
  ['that stays open', [...opens, canceled], [...Array(8).fill(false), true], []],
  ['that the bank works on', [processing], Array(16).fill(false), 'still checking'],
])(
  'a return to a payment %s locks the amounts until it is known',
  async (_, answers, asked, dialogs) => {
    const { store, state } = await reopen(answers, { query: returned, seconds: 0 })
    expect(isAmountLocked(state)).toBe(asked.length > 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(questions.map(question => question.cancelUnlessPaid)).toEqual(asked)
    if (dialogs === 'still checking') expect(isAmountLocked(store.getState())).toBe(true)
    else expect(store.getState()).toMatchObject({ payment: { kind: 'none' }, dialogs })
  },
)

it.each([
  ['?redirect_status=failed&lang=uk', ['https://candle.example.org/?lang=uk']],
  ['?payment_intent_client_secret=1234', ['https://candle.example.org/']],
  ['?lang=uk', []],
])('an address with %s is no return, and is left clean', async (query, left) => {
  await reopen([succeeded], { query })
  expect(questions).toEqual([])
  expect(addresses).toEqual(left)
})

it.each([
  ['is asked about', { ...succeeded, missing: 'name' } as const, 1],
  ['that somebody has named meanwhile is forgotten', succeeded, 0],
  ['is kept while the server does not answer', unknown, 1],
])('a paid order without a name %s', async (_, answer, kept) => {
  rememberPayment({ ...payment, isTold: true })
  const { state } = await reopen([answer])
  if (answer === unknown) expect(state.payment.kind).toBe('checking')
  else
    expect(state.dialogs).toMatchObject([{ kind: 'resumed', missing: kept ? 'name' : undefined }])
  expect(listPendingPayments()).toHaveLength(kept)
  // The embedding site knows of it.
  expect(told).toEqual([])
})

it.each([
  [succeeded, undefined, [true]],
  [{ ...succeeded, missing: 'name' } as const, 'name', [true]],
  [{ ...succeeded, hasOrder: false }, 'order', []],
])(
  'a return to a paid order tells the site if it is stored: %j',
  async (answer, missing, heard) => {
    const { state } = await reopen([answer], { query: returned })
    expect(state.dialogs).toMatchObject([{ kind: 'resumed', missing }])
    expect(told).toEqual(heard)
  },
)
