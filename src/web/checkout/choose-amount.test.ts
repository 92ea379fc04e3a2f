import { expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { chooseAmount, switchDonation } from './choose-amount'
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
  const order = { ...exampleOrder, uah: 150 }
  dispatch(store, { type: 'pending-order-found', order, isExpired: false })
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
