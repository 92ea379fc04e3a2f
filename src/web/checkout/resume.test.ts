import { afterEach, expect, it, vi } from 'vitest'
import {
  type Answer,
  canceled,
  open,
  ordered,
  pending,
  stubPage,
  unknown,
} from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { listPendingOrders, rememberPendingOrder } from './pending-order'
import { resumePendingOrders } from './resume'
import { isAmountLocked } from './state'
import { createCheckoutStore } from './store'

// Another test may have locked the example itself.
const order = { ...exampleOrder, clientSecret: 'pi_resumed0001_secret_xyz' }
const other = { ...order, clientSecret: 'pi_87654321abc_secret_x' }

const { questions, intents, addresses, openAddress, serverAnswers } = stubPage()

// A page that is opened again begins no other payment by itself.
afterEach(() => expect(intents).toEqual([]))

/** A reloaded page, and what it did after some seconds. */
async function reopen(answers: Answer[], { query = '', seconds = 5 } = {}) {
  serverAnswers(...answers)
  openAddress(query)
  const store = createCheckoutStore('uk')
  const creating = store.startPaymentTask()
  void resumePendingOrders(store)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await vi.dynamicImportSettled()
  return { store, creating, state: store.getState() }
}

// No other test of this process has locked it.
const clientSecret = 'pi_declined1abc_secret_xyz'
const declined = { ...order, clientSecret, attempt: 'declined' as const }

/** Locks that another tab holds, or that nobody does. */
const stubLocks = (isHeld: boolean) =>
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, _options: object, use: (lock: object | null) => unknown) =>
        use(isHeld ? null : {}),
    },
  })

it('a payment of another tab that may still succeed is checked, not canceled', async () => {
  stubLocks(true)
  rememberPendingOrder({ ...declined, attempt: 'declined-unclear' })
  const { creating } = await reopen([pending])
  expect(questions[0]).toMatchObject({ giveUp: false })
  // An intent that was still being created does not come between.
  expect(creating.aborted).toBe(true)
})

it('without locks a declined payment is canceled only after minutes', async () => {
  vi.stubGlobal('navigator', {})
  rememberPendingOrder(declined)
  await reopen([canceled])
  expect(questions).toEqual([])
  vi.advanceTimersByTime(10 * 60_000)
  await reopen([canceled])
  expect(questions).toMatchObject([{ giveUp: true }])
})

it('orders are asked about one after another, the one the bank sent back first', async () => {
  const third = { ...other, clientSecret: 'pi_third678abc_secret_xyz' }
  for (const each of [other, order, third]) rememberPendingOrder(each)
  const answers = [pending, ordered, unknown]
  const { store } = await reopen(answers, { query: returned, seconds: 60 })
  const asked = questions.map(question => question.clientSecret)
  const { clientSecret } = order
  expect(asked.slice(0, 3)).toEqual([clientSecret, clientSecret, other.clientSecret])
  // Until the visitor does something else with the payment.
  store.startPaymentTask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(questions).toHaveLength(asked.length)
})

it('a return to a payment of another browser does not delay one of this browser', async () => {
  rememberPendingOrder(other)
  await reopen([pending, ordered, unknown], { query: returned, seconds: 60 })
  const asked = questions.map(question => question.clientSecret)
  expect(asked.slice(0, 3)).toEqual([other.clientSecret, other.clientSecret, order.clientSecret])
})

const returned = `?payment_intent=pi_12345678abc&payment_intent_client_secret=${order.clientSecret}&redirect_status=succeeded&lang=uk`

const decline = { message: 'Your card was declined.' }
const failed = { kind: 'payment-failed', error: { kind: 'declined', ...decline } }
const declinedOnce = { ...open, decline }
const opens = [open, open, pending, open, open, open, open, open]

it.each<[string, Answer[], (true | false)[], object[] | 'still checking']>([
  ['that was declined', [declinedOnce, pending, canceled], [false, true, true], [failed]],
  ['that was canceled', [canceled], [false], []],
  ['that the server does not know', ['not found'], [false], []],
  ['that stays open', [...opens, canceled], [...Array(8).fill(false), true], []],
  ['that is pending', [pending], Array(16).fill(false), 'still checking'],
])(
  'a return to a payment %s locks the amounts until it is known',
  async (_, answers, asked, dialogs) => {
    const { store, state } = await reopen(answers, { query: returned, seconds: 0 })
    expect(isAmountLocked(state)).toBe(asked.length > 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(questions.map(question => question.giveUp)).toEqual(asked)
    if (dialogs === 'still checking') expect(isAmountLocked(store.getState())).toBe(true)
    else expect(store.getState()).toMatchObject({ payment: { kind: 'none' }, dialogs })
  },
)

it.each([
  ['?redirect_status=failed&lang=uk', ['https://candle.example.org/?lang=uk']],
  ['?payment_intent_client_secret=1234', ['https://candle.example.org/']],
  ['?lang=uk', []],
])('an address with %s is no return, and is left clean', async (query, left) => {
  await reopen([ordered], { query })
  expect(questions).toEqual([])
  expect(addresses).toEqual(left)
})

it('the words of an order that has expired are not filled in', async () => {
  const pressedAt = Date.now() - 26 * 3_600_000
  rememberPendingOrder({ ...order, payload: { ...order.payload, pressedAt } })
  const { state } = await reopen([ordered], { seconds: 1 })
  expect(state).toMatchObject({ payment: { kind: 'checking' }, fields: { forWhom: '' } })
})

it.each([
  ['is asked about', { ...ordered, missing: 'name' } as const, 1],
  ['that somebody has named meanwhile is forgotten', ordered, 0],
  ['is kept while the server does not answer', unknown, 1],
])('a paid order without a name %s', async (_, answer, kept) => {
  const nameless = { ...order, payload: { ...order.payload, name: '' } }
  rememberPendingOrder({ ...nameless, attempt: 'paid' })
  const { state } = await reopen([answer])
  const isAsked = answer !== ordered && answer !== unknown
  expect(state.dialogs).toMatchObject(isAsked ? [{ kind: 'resumed', summary: { name: '' } }] : [])
  expect(state.payment.kind).toBe('none')
  expect(listPendingOrders()).toHaveLength(kept)
})
