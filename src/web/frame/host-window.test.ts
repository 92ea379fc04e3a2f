import { expect, it, vi } from 'vitest'
import { type CheckoutEvent, dispatch } from '../checkout/reducer'
import type { DialogContent } from '../checkout/state'
import { createCheckoutStore } from '../checkout/store'
import { notifyOfOrders } from './host-window'

const toast = { kind: 'order-submitted', userEmailSent: true } as const
const summary = { name: 'Mary', purpose: 'peace', email: null }
const free = { type: 'free-order-placed', summary, toast } as const
const clientSecret = 'pi_12345678abc_secret_x'
const paidOrder = { uah: 200, clientSecret, summary, toast, resumed: false } as const
const paid = { type: 'paid-order-placed', ...paidOrder } as const
const ended = (dialog: DialogContent) => ({ type: 'payment-ended', dialog }) as const
const resumed = { kind: 'resumed', uah: 200, clientSecret } as const

it.each<[string, CheckoutEvent[], boolean[]]>([
  ['an order with a donation', [paid], [true]],
  ['an order behind another dialog', [{ ...paid, resumed: true }, free], [true, false]],
  ['a return to a stored order', [ended({ ...resumed, missing: 'name' })], [true]],
  ['no return whose order is lost', [ended({ ...resumed, missing: 'order' })], []],
  ['no decline', [ended({ kind: 'payment-failed', error: { kind: 'declined' } })], []],
])('the host hears of %s, when it is stored', (_, events, heard) => {
  const postMessage = vi.fn()
  vi.stubGlobal('window', { parent: { postMessage } })
  const store = createCheckoutStore('en')
  notifyOfOrders(store)
  const donated = () => postMessage.mock.calls.map(([message]) => message.donated)
  for (const event of events) dispatch(store, event)
  expect(donated()).toEqual(heard)
  for (const _event of events) dispatch(store, { type: 'dialog-closed' })
  expect(donated()).toEqual(heard)
  vi.unstubAllGlobals()
})
