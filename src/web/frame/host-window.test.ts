import { expect, it, vi } from 'vitest'
import type { CheckoutEvent } from '../checkout/reducer'
import { createCheckoutStore } from '../checkout/store'
import { notifyOfOrders } from './host-window'

const submitted = { kind: 'order-submitted', userEmailSent: true } as const
const candle = { name: 'Mary', purpose: 'peace', email: null }
const placed = {
  type: 'paid-order-placed',
  uah: 200,
  candle,
  toast: submitted,
} as const
const resumed = { kind: 'resumed', uah: 200 } as const
const refused = { kind: 'payment-failed', error: { kind: 'refused' } } as const

const told = { type: 'svichka:ordered', donated: true }

it.each<[string, CheckoutEvent, object[]]>([
  ['an order with a donation', { ...placed, resumed: false }, [told]],
  ['an order of an earlier page', { ...placed, resumed: true }, [told]],
  [
    'an order without a donation',
    { type: 'free-order-placed', candle, toast: submitted },
    [{ ...told, donated: false }],
  ],
  [
    'a return to a stored order',
    { type: 'payment-ended', dialog: { ...resumed, missing: 'name' } },
    [told],
  ],
  [
    'a return whose order is lost',
    { type: 'payment-ended', dialog: { ...resumed, missing: 'order' } },
    [],
  ],
  ['a refusal', { type: 'payment-ended', dialog: refused }, []],
])('the host hears of stored orders alone: %s', (_, event, heard) => {
  const postMessage = vi.fn()
  vi.stubGlobal('window', { parent: { postMessage } })
  const store = createCheckoutStore('en')
  notifyOfOrders(store)
  store.dispatch(event)
  store.dispatch({ type: 'dialog-closed' })
  expect(postMessage.mock.calls.map(([message]) => message)).toEqual(heard)
  vi.unstubAllGlobals()
})

it('the host hears of an order once, when it is stored, also behind another dialog', () => {
  const postMessage = vi.fn()
  vi.stubGlobal('window', { parent: { postMessage } })
  const store = createCheckoutStore('en')
  notifyOfOrders(store)
  store.dispatch({ ...placed, resumed: true })
  store.dispatch({ type: 'free-order-placed', candle, toast: submitted })
  expect(postMessage).toHaveBeenCalledTimes(2)
  store.dispatch({ type: 'dialog-closed' })
  store.dispatch({ type: 'dialog-closed' })
  expect(postMessage).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})
