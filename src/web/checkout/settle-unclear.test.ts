import type { PaymentIntent, Stripe } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noWords } from './read-verdict'
import { settleUnclear } from './settle-unclear'

type Answer = string | Error | { code: string }

/** The provider's object, answering in turn with a status or not at all; the last answer repeats. */
function provider(...answers: Answer[]) {
  let looks = 0
  const retrievePaymentIntent = async () => {
    const answer = answers[Math.min(looks, answers.length - 1)]
    looks += 1
    if (answer instanceof Error) throw answer
    if (typeof answer !== 'string') return { error: answer }
    return { paymentIntent: { status: answer, last_payment_error: null } as PaymentIntent }
  }
  return { stripe: { retrievePaymentIntent } as unknown as Stripe, looks: () => looks }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { addEventListener: () => undefined })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function settle(answers: Answer[], lost = true) {
  const { stripe, looks } = provider(...answers)
  const settled = settleUnclear(stripe, 'pi_1_secret_2', { fault: noWords, lost })
  await vi.advanceTimersByTimeAsync(120_000)
  return { kind: (await settled).kind, looks: looks() }
}

it('asks on while the network is down, and believes the first "paid"', async () => {
  const down = new Error('down')
  expect(await settle([down, down, down, 'succeeded'])).toEqual({ kind: 'paid', looks: 4 })
})

it('waits through "processing"', async () => {
  expect(await settle(['processing', 'processing', 'succeeded'])).toEqual({
    kind: 'paid',
    looks: 3,
  })
})

it('hears "not paid" twice when the request itself was lost, for it may still arrive', async () => {
  expect(await settle(['requires_payment_method', 'succeeded'])).toMatchObject({ kind: 'paid' })
  expect(await settle(['requires_payment_method'])).toEqual({ kind: 'refused', looks: 2 })
})

it('hears "not paid" once when the provider had answered', async () => {
  expect(await settle(['requires_payment_method'], false)).toEqual({ kind: 'refused', looks: 1 })
})

it('gives the form back when the bank’s step stays open', async () => {
  expect(await settle(['requires_action'])).toEqual({ kind: 'open', looks: 4 })
})

it('believes the provider that it has no such payment', async () => {
  const missing = { code: 'resource_missing' }
  expect(await settle([missing])).toEqual({ kind: 'unknown', looks: 1 })
  expect(await settle([{ code: 'lock_timeout' }, missing])).toEqual({ kind: 'unknown', looks: 2 })
})

it('does not give up while nobody knows', async () => {
  const { stripe, looks } = provider(new Error('down'))
  let ended = false
  void settleUnclear(stripe, 'pi_1_secret_2', { fault: noWords, lost: true }).then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(ended).toBe(false)
  expect(looks()).toBeGreaterThan(50)
})
