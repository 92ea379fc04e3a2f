import { beforeEach, expect, it, vi } from 'vitest'
import { stubPage } from '../../../tests/setup/checkout-page'
import { exampleOrder } from '../../../tests/setup/example-order'
import { applyCustomAmount, chooseAmount, switchDonation } from './choose-amount'
import { createCheckoutStore } from './store'

const { intents, serverAnswers } = stubPage()

class Field {
  value = ''
  validity = { badInput: false }
}

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', Field)
  serverAnswers()
})

function open(amount?: string) {
  const filled = { forWhom: '', purpose: '', email: '', donationEnabled: true, errors: {} }
  return createCheckoutStore('en', amount === undefined ? undefined : { ...filled, amount })
}

async function settle() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1000)
}

const formWith = (field: unknown) =>
  ({ elements: { namedItem: () => field } }) as unknown as HTMLFormElement
const typed = (value: string, badInput = false) =>
  formWith(Object.assign(new Field(), { value, validity: { badInput } }))

it('what a number field hides because it is no number is an error, not an empty field', () => {
  const store = open('custom')
  expect(applyCustomAmount(store, typed('', true))).toBe(true)
  expect(store.getState().customAmountError).toBe('notWhole')
  expect(applyCustomAmount(store, formWith(null))).toBe(false)
})

it('a locked amount stays, and so does the task of its payment', async () => {
  const store = open()
  const task = store.startPaymentTask()
  const order = { ...exampleOrder, uah: 150 }
  store.dispatch({ type: 'pending-order-found', order, isExpired: false })
  const before = store.getState()
  chooseAmount(store, 500)
  expect(applyCustomAmount(store, typed('700'))).toBe(false)
  await settle()
  expect(store.getState()).toEqual(before)
  expect([task.aborted, intents]).toEqual([false, []])
})

it('only the latest amount counts, however fast they are chosen', async () => {
  const store = open()
  for (const uah of [100, 400, 500] as const) chooseAmount(store, uah)
  await settle()
  expect(intents).toEqual([500])
  expect(store.getState()).toMatchObject({ choice: 500, payment: { kind: 'ready', uah: 500 } })
})

it('switching the donation off ends an intent that is being created', async () => {
  const store = open()
  chooseAmount(store, 200)
  switchDonation(store, false)
  await settle()
  expect(store.getState()).toMatchObject({ donationEnabled: false, payment: { kind: 'none' } })
  expect(intents).toEqual([])
})
