import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import type { PaymentOutcome, PaymentOutcomeRequest } from '../../shared/payment-outcome'
import { forgetPendingOrder, listPendingOrders, rememberPendingOrder } from './pending-order'
import { resumePendingOrders } from './resume'
import { isAmountLocked } from './state'
import { createCheckoutStore } from './store'

// Another test may have claimed the example itself.
const order = { ...exampleOrder, clientSecret: 'pi_resumed0001_secret_xyz' }
const ordered = { outcome: 'ordered', amount: 300, hasOrder: true, userEmailSent: false } as const
const pending = { outcome: 'pending', amount: 300 } as const
const open = { outcome: 'open', amount: 300 } as const

let questions: PaymentOutcomeRequest[]
let address: string

beforeEach(() => {
  questions = []
  address = ''
  vi.useFakeTimers()
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
  openAddress('')
})

afterEach(() => {
  for (const left of listPendingOrders()) forgetPendingOrder(left)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openAddress(query: string) {
  vi.stubGlobal('window', {
    addEventListener() {},
    removeEventListener() {},
    location: { href: `https://candle.example.org/${query}` },
    history: {
      state: null,
      replaceState(_state: unknown, _title: string, url?: URL) {
        if (url) address = url.href
      },
    },
  })
}

/** A page opened anew, with what it did after some seconds. */
async function reopen(
  answers: (PaymentOutcome | 'not found')[],
  { query = '', typed = false, expected = false, seconds = 5 } = {},
) {
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const answer = answers[Math.min(questions.length, answers.length - 1)]
    questions.push(JSON.parse(body))
    return answer === 'not found' ? new Response('', { status: 404 }) : Response.json(answer)
  })
  openAddress(query)
  const store = createCheckoutStore('uk')
  if (expected) store.dispatch({ type: 'order-expected', expected })
  if (typed) store.dispatch({ type: 'field-edited', field: 'forWhom' })
  resumePendingOrders(store).catch(reportError)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await vi.dynamicImportSettled()
  return { store, state: store.getState() }
}

// No other test of this process has claimed it.
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
  await reopen([pending])
  expect(questions[0]).toMatchObject({ giveUp: false })
})

it('without locks a declined payment is canceled only after minutes', async () => {
  vi.stubGlobal('navigator', {})
  rememberPendingOrder(declined)
  await reopen([{ outcome: 'released' }])
  expect(questions).toEqual([])
  vi.advanceTimersByTime(10 * 60_000)
  await reopen([{ outcome: 'released' }])
  expect(questions).toMatchObject([{ giveUp: true }])
})

it('an intent that was still being created does not come between', async () => {
  rememberPendingOrder(order)
  const store = createCheckoutStore('uk')
  vi.stubGlobal('fetch', async () => Response.json(pending))
  const creating = store.startPaymentTask()
  void resumePendingOrders(store)
  await vi.advanceTimersByTimeAsync(100)
  expect(creating.aborted).toBe(true)
})

it('orders are asked about one after another, the one the bank sent back first', async () => {
  const other = { ...order, clientSecret: 'pi_87654321abc_secret_x' }
  rememberPendingOrder(other)
  rememberPendingOrder(order)
  await reopen([pending, ordered, ordered], { query: returned, seconds: 2 })
  expect(questions).toMatchObject([{ clientSecret: order.clientSecret }])
  await vi.advanceTimersByTimeAsync(10_000)
  const asked = questions.map(question => question.clientSecret)
  expect(asked).toEqual([order.clientSecret, order.clientSecret, other.clientSecret])
})

it('asks no more once the visitor does something else with the payment', async () => {
  const other = { ...order, clientSecret: 'pi_87654321abc_secret_x' }
  rememberPendingOrder(order)
  rememberPendingOrder(other)
  const { store } = await reopen([ordered], { seconds: 1 })
  store.startPaymentTask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(questions).toHaveLength(1)
  forgetPendingOrder(other)
})

const returned = `?payment_intent=pi_12345678abc&payment_intent_client_secret=${order.clientSecret}&redirect_status=succeeded&lang=uk`

it('a refusal found on such a return is shown as one, once the payment is cancelled', async () => {
  const refusal = { message: 'Your card was declined.' }
  const answers = [{ ...open, refusal }, pending, { outcome: 'released' } as const]
  const { state, store } = await reopen(answers, { query: returned, seconds: 1 })
  expect(isAmountLocked(state)).toBe(true)
  expect(state.dialogs).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(questions.map(question => question.giveUp)).toEqual([false, true, true])
  expect(store.getState()).toMatchObject({
    checkingReturn: false,
    payment: { kind: 'none' },
    dialogs: [{ kind: 'payment-failed', error: refusal }],
  })
})

it('says nothing of a return that was canceled', async () => {
  const { state } = await reopen([{ outcome: 'released' }], { query: returned })
  expect(state.dialogs).toEqual([])
  expect(isAmountLocked(state)).toBe(false)
  expect(questions).toHaveLength(1)
})

it('cancels such a payment after five open answers in a row, before another can start', async () => {
  const opens = [open, open, pending, open, open, open, open, open]
  const answers = [...opens, { outcome: 'released' } as const]
  const { store, state } = await reopen(answers, { query: returned, seconds: 5 })
  expect(isAmountLocked(state)).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isAmountLocked(store.getState())).toBe(false)
  expect(questions.map(question => question.giveUp)).toEqual([...Array(8).fill(false), true])
})

it.each([
  ['?redirect_status=failed&lang=uk', 'https://candle.example.org/?lang=uk'],
  ['?payment_intent_client_secret=1234', 'https://candle.example.org/'],
  ['?lang=uk', ''],
])('an address with %s is no return, and is left clean', async (query, left) => {
  await reopen([ordered], { query })
  expect(questions).toEqual([])
  expect(address).toBe(left)
})

it('a return to a payment the server does not know ends without a word', async () => {
  const { state } = await reopen(['not found'], { query: returned })
  expect(questions).toHaveLength(1)
  expect(state).toMatchObject({ checkingReturn: false, dialogs: [] })
})

it('asks about such a return until it is known, and begins no other payment meanwhile', async () => {
  const { store, state } = await reopen([pending], { query: returned, seconds: 30 })
  expect(state).toMatchObject({ checkingReturn: true, payment: { kind: 'none' } })
  expect(isAmountLocked(state)).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(store.getState()).toMatchObject({ checkingReturn: true })
})
