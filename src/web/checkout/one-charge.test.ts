import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { error, intent, stubPage } from '../../../tests/setup/checkout-page'
import { exampleWords } from '../../../tests/setup/example-order'
import { isFull } from '../../../tests/setup/is-full'
import { candleOrdersPath, idempotencyKeyHeader } from '../../shared/candle-order'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../shared/payment-intent'
import { paymentOutcomesPath } from '../../shared/payment-outcome'
import { chooseAmount } from './choose-amount'
import { type OpenCardForm, pay } from './pay'
import { forgetPayment, listPendingPayments } from './pending-payment'
import { resumePayments } from './resume'
import { amountOf, donationOf } from './state'
import { type CheckoutStore, createCheckoutStore } from './store'

vi.mock('../load-checkout', async () => {
  const { requestPayment } = await import('./apply-amount')
  return { loadCheckoutWithRetry: async () => ({ requestPayment }) }
})

// One visitor who wants one candle, in several tabs of one browser: the tabs share the records, which
// without storage are in this module's memory. The provider and our server are models of themselves.
stubPage()

interface Intent {
  amount: number
  status: 'requires_payment_method' | 'succeeded' | 'canceled'
  charges: number
  lastDecline?: string
  words?: { version: number; name: string }
}

const confirmations = ['paid', 'declined', 'answer lost', 'lands late', 'never lands'] as const
const wordsCalls = ['stored', 'slow', 'too slow', 'refused', 'lost', 'answer lost'] as const
const later = { 'lands late': [3_000, 40_000, 300_000] }

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      confirmation: fc.constantFrom(...confirmations),
      words: fc.constantFrom(...wordsCalls),
      lateMs: fc.constantFrom(...later['lands late']),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('choose' as const),
      uah: fc.constantFrom(100, 200, 300, 400, 500),
    }),
  },
  fc.constant({ act: 'reload' as const }),
  fc.constant({ act: 'other tab' as const }),
  fc.record({ act: fc.constant('outage' as const), seconds: fc.constantFrom(3, 30) }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      seconds: fc.constantFrom(0.2, 1, 5, 30),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

async function visit(steps: Step[]) {
  const intents = new Map<string, Intent>()
  let charge = 0
  let isDown = false
  let wordsCall: (typeof wordsCalls)[number] = 'stored'

  const charged = (found: Intent) => {
    found.status = 'succeeded'
    found.charges += 1
  }
  const keepWords = (found: Intent, { version = 0, name }: { version?: number; name: string }) => {
    if (version >= (found.words?.version ?? 0)) found.words = { version, name }
  }

  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const sent = JSON.parse(String(body))
    if (isDown) throw new TypeError('Failed to fetch')
    if (path === createPaymentIntentPath) {
      const secret = `pi_intent${intents.size + 1000}_secret_x`
      intents.set(secret, { amount: sent.amount, status: 'requires_payment_method', charges: 0 })
      return Response.json({ success: true, client_secret: secret })
    }
    if (path === paymentOutcomesPath) {
      const found = intents.get(sent.clientSecret) ?? expect.unreachable()
      if (sent.cancelUnlessPaid && found.status !== 'succeeded') found.status = 'canceled'
      const { amount, status, words, lastDecline } = found
      if (status === 'canceled') return Response.json({ outcome: 'canceled' })
      if (status === 'succeeded')
        return Response.json({
          outcome: 'succeeded',
          amount,
          hasOrder: words !== undefined,
          userEmailSent: false,
        })
      const decline = lastDecline && { charge: lastDecline, message: 'Declined.' }
      return Response.json({ outcome: 'open', amount, ...(decline && { decline }) })
    }
    if (path === candleOrdersPath) {
      const key = new Headers(headers).get(idempotencyKeyHeader)
      const secret = [...intents.keys()].find(each => paymentIntentIdOf(each) === key)
      const found = intents.get(secret ?? '') ?? expect.unreachable()
      if (!found.words) keepWords(found, sent)
      return Response.json({ success: true })
    }
    const found = intents.get(sent.clientSecret) ?? expect.unreachable()
    const call = wordsCall
    if (call === 'refused') return Response.json({ success: false }, { status: 503 })
    if (call === 'lost') throw new TypeError('Failed to fetch')
    if (call === 'slow') await new Promise(resolve => setTimeout(resolve, 4_000))
    if (call === 'too slow') await new Promise(resolve => setTimeout(resolve, 12_000))
    keepWords(found, sent)
    if (call === 'answer lost') throw new TypeError('Failed to fetch')
    return Response.json({ success: true })
  })

  const openTab = (): CheckoutStore => {
    const store = createCheckoutStore('en')
    if (listPendingPayments().length > 0) {
      store.dispatch({ type: 'payment-expected' })
      void resumePayments(store)
    }
    return store
  }
  const confirm = (secret: string, { confirmation, lateMs }: Extract<Step, { act: 'pay' }>) => {
    const found = intents.get(secret) ?? expect.unreachable()
    // Whatever was stored before this click, or by it.
    expect(found.words).toBeDefined()
    const attempt = () => {
      if (found.status !== 'requires_payment_method') {
        const payment_intent = intent(found.status)
        return {
          error: error('invalid_request_error', {
            code: 'payment_intent_unexpected_state',
            payment_intent,
          }),
        }
      }
      if (confirmation === 'declined') {
        charge += 1
        found.lastDecline = `ch_${charge}`
        return { error: error('card_error', { charge: found.lastDecline, message: 'Declined.' }) }
      }
      charged(found)
      return { paymentIntent: intent('succeeded') }
    }
    if (confirmation === 'lands late') setTimeout(attempt, lateMs)
    else if (confirmation !== 'never lands') {
      const answer = attempt()
      if (confirmation !== 'answer lost') return answer
    }
    return { error: error('api_connection_error') }
  }

  const tabs = [openTab(), openTab()]
  let current = 0
  const tab = () => tabs[current] ?? expect.unreachable()
  const isThanked = () =>
    tabs.some(({ getState }) => getState().dialogs.some(({ kind }) => kind !== 'payment-failed'))

  for (const next of steps) {
    // Whoever was thanked has the candle, and goes.
    if (isThanked()) break
    const store = tab()
    const { payment } = store.getState()
    if (next.act === 'wait') await seconds(next.seconds)
    if (next.act === 'choose') chooseAmount(store, next.uah as 100)
    if (next.act === 'other tab') current = 1 - current
    if (next.act === 'outage') {
      isDown = true
      setTimeout(() => (isDown = false), next.seconds * 1000)
    }
    if (next.act === 'reload') {
      store.startPaymentTask()
      tabs[current] = openTab()
    }
    const own = payment.kind === 'ready' ? payment : donationOf(payment)
    if (next.act === 'pay' && own && amountOf(payment)) {
      wordsCall = next.words
      const { clientSecret, uah } = own
      const elements = { submit: async () => ({}) }
      const stripe = { confirmPayment: async () => confirm(clientSecret, next) }
      const card = { elements, stripe, isWallet: false } as unknown as OpenCardForm
      void pay(store, card, { clientSecret, uah, words: exampleWords })
    }
    await seconds(0.7)
  }
  isDown = false
  // Late confirmations land, and open tabs go on asking.
  await seconds(600)
  const captured = [...intents.values()].filter(({ charges }) => charges > 0)
  for (const store of tabs) store.startPaymentTask()
  await seconds(30)
  for (const record of listPendingPayments()) forgetPayment(record)
  return { captured, isThanked: isThanked() }
}

beforeEach(() => vi.stubGlobal('document', { referrer: '' }))

it('whatever happens, at most one charge, and each captured payment has its words', async () => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30, size: 'max' }), async steps => {
      const { captured, isThanked } = await visit(steps)
      expect(
        captured.map(({ charges }) => charges).reduce((sum, one) => sum + one, 0),
      ).toBeLessThan(2)
      for (const { words } of captured) expect(words).toMatchObject({ name: exampleWords.name })
      // Whoever paid is told so, in whichever tab.
      if (captured.length > 0) expect(isThanked).toBe(true)
      paid += captured.length
    }),
    { numRuns: Number(process.env.RUNS ?? (isFull ? 300 : 100)) },
  )
  // The property is not empty.
  expect(paid).toBeGreaterThan(10)
})
