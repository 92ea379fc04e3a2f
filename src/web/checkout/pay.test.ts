import { beforeEach, expect, it, vi } from 'vitest'
import {
  cardForm,
  error,
  intent,
  ordered,
  pending,
  stubPage,
} from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { pay } from './pay'
import { listPendingOrders, rememberPendingOrder } from './pending-order'
import { dispatch } from './reducer'
import { resumePendingOrders } from './resume'
import { type CheckoutStore, createCheckoutStore } from './store'

stubPage()

const { clientSecret, uah, payload } = exampleOrder
const filled = { clientSecret, uah, payload }
const other = { ...exampleOrder, clientSecret: 'pi_87654321abc_secret_x' }
const decline = error('card_error', { message: 'no', code: 'card_declined' })

/** Every call to the server: an order is stored, a payment is pending. */
let calls: { path: string; method: string; body: unknown }[]

beforeEach(() => {
  // Later than the text of the example.
  vi.setSystemTime(payload.pressedAt + 1_000)
  calls = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push({ path, method: method ?? '', body: JSON.parse(String(body)) })
    if (path.includes('payment-outcomes')) return Response.json(pending)
    return Response.json({ success: true, userEmailSent: true })
  })
})

function readyStore(): CheckoutStore {
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'amount-chosen', choice: 300 })
  dispatch(store, { type: 'intent-created', uah, clientSecret })
  return store
}

/**
 * Presses Pay, and looks a second later; `during` happens while the provider decides. Resolves to
 * how things stood at each confirmation.
 */
async function press(store: CheckoutStore, answer: unknown, during = () => {}) {
  const confirmed: object[] = []
  const card = cardForm(async () => {
    confirmed.push({ payment: payment(store), pending: listPendingOrders(), calls: paths() })
    during()
    return answer
  })
  void pay(store, card, filled)
  await vi.advanceTimersByTimeAsync(1300)
  return confirmed
}
const payment = (store: CheckoutStore) => store.getState().payment
const paths = () => calls.map(({ method, path }) => `${method} ${path}`)

it('the server has the draft before the card is charged, and the order after', async () => {
  const store = readyStore()
  const order = { clientSecret, attempt: 'unclear' }
  const sent = { ...payload, pressedAt: Date.now() }
  expect(await press(store, { paymentIntent: intent('succeeded') })).toMatchObject([
    {
      payment: { kind: 'confirming', order: { ...order, payload: sent } },
      pending: [order],
      calls: ['PUT /api/order-drafts/pi_12345678abc'],
    },
  ])
  expect(calls).toMatchObject([
    { body: { ...sent, clientSecret } },
    { path: '/api/candle-orders', body: sent },
  ])
  expect(listPendingOrders()).toEqual([])
  expect(store.getState()).toMatchObject({ payment: { kind: 'none' }, dialogs: [{ uah: 300 }] })
})

it.each([
  ['unclear', 0],
  ['declined-unclear', 0],
  ['declined', 1],
] as const)('while another tab has a payment that is %s, %i is begun', async (attempt, begun) => {
  const left = { ...other, attempt }
  rememberPendingOrder(left)
  rememberPendingOrder(exampleOrder)
  const store = readyStore()
  expect(await press(store, { paymentIntent: intent('succeeded') })).toHaveLength(begun)
  if (begun === 0) expect(payment(store)).toMatchObject({ kind: 'checking', order: left })
})

it('the server is asked after an unclear confirmation, and after a decline that follows one', async () => {
  const store = readyStore()
  await press(store, { error: error('api_error') })
  expect(payment(store).kind).toBe('checking')
  expect(calls.at(-1)).toMatchObject({
    path: '/api/payment-outcomes',
    body: { clientSecret, giveUp: false, order: { ...payload, pressedAt: Date.now() - 1300 } },
  })
  const unclear = { ...exampleOrder, attempt: 'declined-unclear' as const }
  dispatch(store, { type: 'payment-open', order: unclear })
  const pressed = await press(store, { error: decline }, () => {
    calls = []
  })
  const order = { attempt: 'unclear-again' }
  expect(pressed).toMatchObject([{ payment: { order }, pending: [order] }])
  expect(calls).toMatchObject([{ path: '/api/payment-outcomes', body: { giveUp: false } }])
  expect(payment(store).kind).toBe('open')
})

it('a confirmation superseded by another task is ignored', async () => {
  const store = readyStore()
  await press(store, { error: decline }, () => store.startPaymentTask())
  expect(payment(store).kind).toBe('confirming')
})

it.each([
  ['succeeds', { success: true }],
  ['fails', { success: false }],
])(
  'an order in flight when the page was cached is confirmed once if its answer %s late',
  async (_, late) => {
    const store = readyStore()
    const answers = fetch
    vi.stubGlobal('fetch', (...call: [string, RequestInit]) => {
      if (call[0] === '/api/candle-orders')
        return new Promise(resolve => setTimeout(resolve, 5000, Response.json(late)))
      return call[0] === '/api/payment-outcomes' ? Response.json(ordered) : answers(...call)
    })
    await press(store, { paymentIntent: intent('succeeded') })
    expect(payment(store).kind).toBe('sending')
    // Back from the cache of pages.
    void resumePendingOrders(store)
    await vi.advanceTimersByTimeAsync(8000)
    expect(store.getState().dialogs).toMatchObject([{ kind: 'resumed', summary: { name: 'Mary' } }])
    expect(store.getState().toast?.id).toBe(1)
  },
)
