import { beforeEach, expect, it, vi } from 'vitest'
import { error, intent, processing, stubPage, succeeded } from '../../../tests/setup/checkout-page'
import { exampleDonation, exampleWords } from '../../../tests/setup/example-order'
import { type OpenCardForm, pay } from './pay'
import { listPendingPayments, rememberPayment } from './pending-payment'
import { dispatch } from './reducer'
import { resumePayments } from './resume'
import { type CheckoutStore, createCheckoutStore } from './store'

const { told } = stubPage()

const { clientSecret, uah } = exampleDonation
const record = { clientSecret, uah }
const filled = { clientSecret, uah, words: exampleWords }
const other = { clientSecret: 'pi_87654321abc_secret_x', uah: 500 }
const decline = error('card_error', { message: 'no', code: 'card_declined', charge: 'ch_1' })
const paid = { paymentIntent: intent('succeeded') }

const wordsPath = '/api/order-drafts/pi_12345678abc'

/** What happened, in order: calls to the server and to the provider. */
let steps: string[]
let bodies: Record<string, unknown>[]
/** The server's answers by path; by default an order is stored, and a payment is processing. */
let answers: Record<string, () => Response | Promise<Response>>

beforeEach(() => {
  steps = []
  bodies = []
  answers = { '/api/payment-outcomes': () => Response.json(processing) }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    steps.push(`${method} ${path}`)
    bodies.push(JSON.parse(String(body)))
    return answers[path]?.() ?? Response.json({ success: true })
  })
})

function readyStore(): CheckoutStore {
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'amount-chosen', choice: 300 })
  dispatch(store, { type: 'intent-created', uah, clientSecret })
  return store
}

interface PayOptions {
  answer?: unknown
  /** What `elements.submit()` answers; null: the script has none. */
  submitted?: object | null
  isWallet?: boolean
  seconds?: number
  /** What happens while the provider decides. */
  during?: () => void
}

/** Clicks Pay, and looks some seconds later. */
async function clickPay(store: CheckoutStore, options: PayOptions = {}) {
  const { answer = paid, submitted = {}, isWallet = false, seconds = 1.3, during } = options
  const submit = async () => {
    steps.push('submit')
    return submitted
  }
  const confirmPayment = async () => {
    steps.push('confirm')
    expect(store.getState().payment.kind).toBe('paying')
    expect(listPendingPayments()).toContainEqual(record)
    during?.()
    return answer
  }
  const card = { elements: submitted ? { submit } : {}, stripe: { confirmPayment }, isWallet }
  void pay(store, card as unknown as OpenCardForm, filled)
  const atOnce = [...steps]
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return atOnce
}

it('the server has the words before the card is confirmed, and the order after', async () => {
  const store = readyStore()
  const atOnce = await clickPay(store)
  // Within the click: Safari opens a wallet's sheet only there.
  expect(atOnce).toEqual(['submit', `POST ${wordsPath}`])
  expect(steps).toEqual([...atOnce, 'confirm', 'POST /api/candle-orders'])
  const [words, order] = bodies
  expect(words).toEqual({ ...exampleWords, clientSecret, version: expect.any(Number) })
  expect(order).toEqual(exampleWords)
  expect(listPendingPayments()).toEqual([])
  expect(store.getState()).toMatchObject({ payment: { kind: 'none' }, dialogs: [{ uah: 300 }] })
  expect(told).toEqual([true])
})

it('a script without `submit` is used without it', async () => {
  await clickPay(readyStore(), { submitted: null })
  expect(steps).toEqual([`POST ${wordsPath}`, 'confirm', 'POST /api/candle-orders'])
})

it.each<[string, () => Response | Promise<Response>, boolean, seconds?: number]>([
  ['are stored', () => Response.json({ success: true }), true],
  [
    'are for a payment that our server does not know',
    () => Response.json({ success: false, error: 'Not known.' }, { status: 404 }),
    true,
  ],
  ['meet the 404 of a proxy', () => new Response('Not Found', { status: 404 }), false],
  ['cannot be stored', () => Response.json({ success: false }, { status: 503 }), false],
  ['come too often', () => new Response('', { status: 429 }), false],
  ['are lost', () => Promise.reject(new TypeError('Failed to fetch')), false],
  ['are not answered in 10 s', () => new Promise(() => {}), false, 10.1],
])('words that %s', async (_, answer, isConfirmed, seconds = 1.3) => {
  answers[wordsPath] = answer
  const store = readyStore()
  const before = store.getState()
  await clickPay(store, { seconds })
  expect(steps.includes('confirm')).toBe(isConfirmed)
  expect(listPendingPayments()).toEqual([])
  if (isConfirmed) return
  const failed = { kind: 'not-started' }
  expect(store.getState()).toEqual({
    ...before,
    paymentError: failed,
    dialogs: [{ kind: 'payment-failed', error: failed }],
  })
})

it('each words’ call has a greater number, also with a clock that was set back', async () => {
  const store = readyStore()
  await clickPay(store, { answer: { error: decline } })
  vi.setSystemTime(Date.now() - 3_600_000)
  await clickPay(store, { answer: { error: decline } })
  const [first, second] = bodies.map(({ version }) => Number(version))
  expect(second).toBeGreaterThan(first ?? 0)
})

it.each<[string, object, boolean, object, number]>([
  [
    'a card that is not complete',
    { error: error('validation_error', { code: 'incomplete_number', message: 'no' }) },
    false,
    { kind: 'declined', code: 'incomplete_number', message: 'no' },
    1,
  ],
  [
    'a wallet that was closed',
    { error: error('validation_error') },
    true,
    { kind: 'wallet-closed' },
    0,
  ],
])('%s charges nothing, and leaves the form as it is', async (...row) => {
  const [, submitted, isWallet, paymentError, dialogs] = row
  const store = readyStore()
  await clickPay(store, { submitted, isWallet })
  expect(steps).not.toContain('confirm')
  expect(listPendingPayments()).toEqual([])
  const state = store.getState()
  expect(state).toMatchObject({ payment: { kind: 'ready', clientSecret }, paymentError })
  expect(state.dialogs).toHaveLength(dialogs)
})

it('while another payment may still succeed, none is begun', async () => {
  rememberPayment(other)
  const store = readyStore()
  await clickPay(store)
  expect(steps).toEqual(['POST /api/payment-outcomes'])
  expect(store.getState().payment).toMatchObject({ kind: 'checking', donation: other })
})

it('the server is asked after an unclear confirmation, and after a decline that follows one', async () => {
  const store = readyStore()
  await clickPay(store, { answer: { error: error('api_error') } })
  expect(store.getState().payment.kind).toBe('checking')
  expect(bodies.at(-1)).toEqual({ clientSecret, cancelUnlessPaid: false })
  const donation = exampleDonation
  dispatch(store, { type: 'payment-open', donation, isUnclear: true })
  await clickPay(store, { answer: { error: decline } })
  expect(steps.at(-1)).toBe('POST /api/payment-outcomes')
  expect(store.getState().payment).toMatchObject({ kind: 'open', isUnclear: true })
  expect(listPendingPayments()).toEqual([record])
})

it('a decline leaves nothing to ask', async () => {
  const store = readyStore()
  await clickPay(store, { answer: { error: decline } })
  expect(store.getState().payment).toMatchObject({
    kind: 'open',
    isUnclear: false,
    donation: { shownDecline: 'ch_1' },
  })
  expect(listPendingPayments()).toEqual([])
})

it('a paid order that does not arrive is asked about, and said to be paid', async () => {
  answers['/api/candle-orders'] = () => Response.json({ success: false })
  const store = readyStore()
  await clickPay(store)
  expect(store.getState()).toMatchObject({
    payment: { kind: 'checking', isPaid: true, donation: { hasWordsStored: true } },
    toast: { content: { kind: 'order-failed' } },
  })
  answers['/api/payment-outcomes'] = () => Response.json(succeeded)
  await vi.advanceTimersByTimeAsync(5000)
  expect(store.getState().dialogs).toMatchObject([{ kind: 'thanks', summary: { name: 'Mary' } }])
  expect(told).toEqual([true])
})

it('a confirmation superseded by another task is ignored', async () => {
  const store = readyStore()
  await clickPay(store, { answer: { error: decline }, during: () => store.startPaymentTask() })
  expect(store.getState().payment.kind).toBe('paying')
})

it('a page that was left while its words were stored confirms nothing any more', async () => {
  answers[wordsPath] = () =>
    new Promise(resolve => setTimeout(resolve, 500, Response.json({ success: true })))
  const store = readyStore()
  const paying = clickPay(store)
  void resumePayments(store)
  await paying
  expect(steps).not.toContain('confirm')
  expect(store.getState().payment.kind).toBe('checking')
})

it.each([
  ['succeeds', { success: true }],
  ['fails', { success: false }],
])(
  'an order in flight when the page was cached is confirmed once if its answer %s late',
  async (_, late) => {
    const store = readyStore()
    answers['/api/candle-orders'] = () =>
      new Promise(resolve => setTimeout(resolve, 5000, Response.json(late)))
    answers['/api/payment-outcomes'] = () => Response.json(succeeded)
    await clickPay(store)
    expect(store.getState().payment.kind).toBe('paying')
    // Back from the cache of pages.
    void resumePayments(store)
    await vi.advanceTimersByTimeAsync(8000)
    expect(store.getState().dialogs).toMatchObject([{ kind: 'thanks', summary: { name: 'Mary' } }])
    expect(store.getState().toast?.id).toBe(1)
    expect(told).toEqual([true])
  },
)
