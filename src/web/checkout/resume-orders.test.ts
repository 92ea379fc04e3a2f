import type { Stripe } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDesk } from './desk'
import { isBound } from './desk-state'
import type { OrderInHand } from './order-in-hand'
import { forgetPendingOrder, keepPendingOrder, listPendingOrders } from './pending-orders'
import { resumeOrders } from './resume-orders'

const order: OrderInHand = {
  clientSecret: 'pi_12345678abc_secret_xyz',
  uah: 300,
  payload: {
    name: 'Mary',
    email: null,
    purpose: 'peace',
    donationAmount: '300',
    prefersDonation: true,
    language: 'en',
    userAgent: '',
    referrer: '',
    browserLanguage: '',
    ipAddress: '',
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('fetch', () => expect.unreachable('nothing may be asked of the server'))
})

afterEach(() => {
  forgetPendingOrder(order)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A provider that answers in turn with a status or an error's code; the last answer repeats. */
function provider(...answers: ({ status: string } | { code: string })[]): Stripe {
  let looks = 0
  const retrievePaymentIntent = async () => {
    const answer = answers[Math.min(looks, answers.length - 1)]
    looks += 1
    if (!answer || 'code' in answer) return { error: answer }
    return { paymentIntent: { amount: 30_000, last_payment_error: null, ...answer } }
  }
  return { retrievePaymentIntent } as unknown as Stripe
}

/** A page opened anew, with what it did by the time it has settled. */
async function reopen(
  stripe: Stripe,
  { returned, typed }: { returned?: string; typed?: true } = {},
) {
  const desk = openDesk()
  const spoken: string[] = []
  const page = { desk, switchLanguage: (language: string) => spoken.push(language) }
  if (typed) desk.tell({ type: 'words-changed', field: 'forWhom' })
  const resumed = resumeOrders(page, stripe, returned)
  return { desk, spoken, resumed, state: desk.readState }
}

it.each([
  ['canceled', { status: 'canceled' }],
  ['one the provider does not know', { code: 'resource_missing' }],
])(
  'an order whose payment is %s is forgotten without a word, its words kept',
  async (_, answer) => {
    keepPendingOrder(order)
    const { resumed, state } = await reopen(provider(answer))
    await vi.advanceTimersByTimeAsync(5000)
    await resumed
    expect(listPendingOrders()).toEqual([])
    expect(isBound(state())).toBe(false)
    expect(state()).toMatchObject({ sheet: { forWhom: 'Mary' }, outcome: { kind: 'none' } })
  },
)

it('speaks the language of the order that is taken up', async () => {
  keepPendingOrder(order)
  const { spoken } = await reopen(provider({ status: 'processing' }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(spoken).toEqual(['en'])
})

it('takes nothing from a visitor who is writing already', async () => {
  keepPendingOrder(order)
  const { spoken, state } = await reopen(provider({ status: 'processing' }), { typed: true })
  await vi.advanceTimersByTimeAsync(5000)
  expect(spoken).toEqual([])
  expect(state()).toMatchObject({ sheet: { number: 0, forWhom: '' }, step: { name: 'checking' } })
})

it('an intent that was still being asked for does not come between', async () => {
  keepPendingOrder(order)
  const desk = openDesk()
  const asked = desk.takeIntentTurn()
  void resumeOrders({ desk, switchLanguage: () => undefined }, provider({ code: '' }), undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.aborted).toBe(true)
})

const returned = order.clientSecret

it('a return whose order is not here is looked into until it is known, with all locked', async () => {
  const stripe = provider({ code: '' }, { status: 'processing' }, { status: 'succeeded' })
  const { resumed, state } = await reopen(stripe, { returned })
  await vi.advanceTimersByTimeAsync(2000)
  expect(state()).toMatchObject({ step: { name: 'checking' }, outcome: { kind: 'none' } })
  expect(isBound(state())).toBe(true)
  await vi.advanceTimersByTimeAsync(5000)
  await resumed
  expect(isBound(state())).toBe(false)
  expect(state().outcome).toEqual({ kind: 'resumed', uah: 300 })
})

it('a return whose bank step is still open binds to that payment, and tells how it ended', async () => {
  const open = { status: 'requires_action' }
  const stripe = provider(open, open, open, open, open, { status: 'succeeded' })
  const { resumed, state } = await reopen(stripe, { returned })
  await vi.advanceTimersByTimeAsync(6000)
  expect(state()).toMatchObject({
    step: { name: 'filling' },
    choice: 300,
    intent: { kind: 'ready', uah: 300, clientSecret: returned, binding: true },
  })
  await vi.advanceTimersByTimeAsync(20_000)
  await resumed
  expect(isBound(state())).toBe(false)
  expect(state().outcome).toEqual({ kind: 'resumed', uah: 300 })
})

it.each([
  ['refused', { status: 'requires_payment_method' }, 'payment-failed'],
  ['unknown to the provider', { code: 'resource_missing' }, 'none'],
])('a return whose payment is %s frees the form', async (_, answer, kind) => {
  const { resumed, state } = await reopen(provider(answer), { returned })
  await vi.advanceTimersByTimeAsync(5000)
  await resumed
  expect(isBound(state())).toBe(false)
  expect(state()).toMatchObject({ intent: { kind: 'none' }, outcome: { kind } })
})
