import { expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { describePaymentError } from '../card-errors/translate-card-error'
import { createIntent } from './create-intent'
import { createCheckoutStore } from './store'

stubPage()

/** A page asks for an intent of 200 UAH; `another` task may begin before the answer is shown. */
async function ask(answer: () => Response | Promise<Response>, another = false) {
  vi.stubGlobal('fetch', async () => answer())
  const store = createCheckoutStore('en')
  store.dispatch({ type: 'amount-chosen', choice: 200 })
  const asked = createIntent(store, store.startPaymentTask())
  if (another) store.startPaymentTask()
  await vi.advanceTimersByTimeAsync(20_000)
  await asked
  return store.getState()
}

const notStarted = 'Failed to initialize payment. Please try again.'

it.each([
  ['the server’s sentence', () => Response.json({ success: false, error: 'No.' }), 'No.'],
  ['an answer without a secret', () => Response.json({ success: true }), notStarted],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), notStarted],
  ['an answer that never comes', () => new Promise<never>(() => {}), notStarted],
  ['a rejection', () => new Response('', { status: 429 }), notStarted],
  [
    'a rejection for a time',
    () => new Response('', { status: 429, headers: { 'retry-after': '3541' } }),
    'There have been too many payment attempts from your network. You can donate again in 60 min, and order a candle without a donation right now.',
  ],
])('%s is shown, and the same amount can be chosen again', async (_, answer, shown) => {
  const state = await ask(answer)
  expect(state).toMatchObject({ choice: 200, payment: { kind: 'none' } })
  const error = state.paymentError ?? expect.unreachable()
  expect(describePaymentError(error, state)).toEqual([shown, 'You were not charged.'])
  expect(await ask(answer, true)).toMatchObject({ payment: { kind: 'creating' }, dialogs: [] })
})
