import { expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { exampleDonation } from '../../../tests/setup/example-order'
import { describePaymentError } from '../card-errors/describe-payment-error'
import { chooseAmount, switchDonation } from './choose-amount'
import { createIntent } from './create-intent'
import { dispatch } from './reducer'
import { createCheckoutStore } from './store'

const { intents, serverAnswers } = stubPage()

async function settle() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1000)
}

it('a locked amount stays, and so does the task of its payment', async () => {
  const store = createCheckoutStore('en')
  const task = store.startPaymentTask()
  const donation = { ...exampleDonation, uah: 150 }
  dispatch(store, { type: 'pending-payment-found', donation })
  const before = store.getState()
  chooseAmount(store, 500)
  dispatch(store, { type: 'custom-amount-applied', reading: { kind: 'amount', uah: 700 } })
  await settle()
  expect(store.getState()).toEqual(before)
  expect([task.aborted, intents]).toEqual([false, []])
})

it('only the latest amount counts, however fast they are chosen, and none without a donation', async () => {
  serverAnswers()
  const store = createCheckoutStore('en')
  for (const uah of [100, 400, 500] as const) chooseAmount(store, uah)
  await settle()
  expect(intents).toEqual([500])
  expect(store.getState()).toMatchObject({ choice: 500, payment: { kind: 'ready', uah: 500 } })
  chooseAmount(store, 200)
  switchDonation(store, false)
  await settle()
  expect(store.getState()).toMatchObject({ donationEnabled: false, payment: { kind: 'none' } })
  expect(intents).toEqual([500])
})

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
    'There have been too many payment attempts from your network. You can donate again in 60\u00a0min, and order a candle without a donation right now. Another connection helps, too: mobile data in place of Wi\u2011Fi, or the other way round.',
  ],
])('%s is shown, and the same amount can be chosen again', async (_, answer, shown) => {
  const state = await ask(answer)
  expect(state).toMatchObject({ choice: 200, payment: { kind: 'none' } })
  const error = state.paymentError ?? expect.unreachable()
  expect(describePaymentError(error, 'en', false)).toEqual({
    cause: shown,
    isCharged: 'You were not charged.',
  })
  expect(await ask(answer, true)).toMatchObject({ payment: { kind: 'creating' }, dialogs: [] })
})
