import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describePaymentError } from '../card-errors/translate-card-error'
import { createIntent } from './create-intent'
import { createCheckoutStore } from './store'

const clientSecret = 'pi_12345678abc_secret_xyz'
const created = { success: true, client_secret: clientSecret }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page asks for an intent of 200 UAH; `meanwhile` happens before the answer is shown. */
async function ask(answer: () => Response | Promise<Response>, meanwhile?: 'another task') {
  vi.stubGlobal('fetch', async () => answer())
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'amount-chosen', choice: 200 })
  const asked = createIntent(store, store.startPaymentTask())
  expect(store.getState().payment).toEqual({ kind: 'creating', uah: 200 })
  if (meanwhile) store.startPaymentTask()
  await vi.advanceTimersByTimeAsync(20_000)
  await asked
  return store.getState()
}

const notStarted = 'Failed to initialize payment. Please try again.'

it.each([
  ['the server’s sentence', () => Response.json({ success: false, error: 'No.' }), 'No.'],
  ['an answer without a secret', () => Response.json({ success: true }), notStarted],
  ['an answer that is none', () => Response.json('?'), notStarted],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), notStarted],
  ['an answer that never comes', () => new Promise<never>(() => {}), notStarted],
  ['too many attempts', () => new Response('', { status: 429 }), notStarted],
])('%s is shown, and the same amount can be chosen again', async (_, answer, shown) => {
  const state = await ask(answer)
  expect(state).toMatchObject({ choice: 'none', payment: { kind: 'none' } })
  const error = state.paymentError ?? expect.unreachable()
  expect(describePaymentError(error, state)).toEqual([shown, 'You were not charged.'])
})

it.each([
  ['intent', () => Response.json(created)],
  ['failure', () => new Response('', { status: 500 })],
])('a late %s for another amount is not heard', async (_, answer) => {
  const state = await ask(answer, 'another task')
  expect(state).toMatchObject({ payment: { kind: 'creating' }, dialogs: [] })
})

it('what is superseded before it begins asks for nothing', async () => {
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'amount-chosen', choice: 200 })
  vi.stubGlobal('fetch', () => expect.unreachable())
  await createIntent(store, AbortSignal.abort())
  expect(store.getState().payment.kind).toBe('creating')
})
