import { describe, expect, it } from 'vitest'
import { exampleOrder } from '../../../tests/setup/example-order'
import { type CheckoutEvent, reduce } from './reducer'
import { type CheckoutState, initialState, isAmountLocked, isFrozen } from './state'

const initial = initialState('en')

const order = exampleOrder
const { clientSecret } = order

const stateAfter = (...events: CheckoutEvent[]): CheckoutState => events.reduce(reduce, initial)

const notStarted = { kind: 'not-started' } as const
const custom: CheckoutEvent = { type: 'amount-chosen', choice: 'custom' }
const chosen: CheckoutEvent[] = [
  { type: 'amount-chosen', choice: 300 },
  { type: 'intent-created', uah: 300, clientSecret },
]
const confirming: CheckoutEvent[] = [...chosen, { type: 'confirm-started', order }]
const checking: CheckoutEvent[] = [...confirming, { type: 'payment-unclear', order }]
const open: CheckoutEvent[] = [...checking, { type: 'payment-open', order }]
const error = { kind: 'declined', message: 'no' } as const
const declined: CheckoutEvent[] = [...confirming, { type: 'payment-open', order, error }]
const submitted = { kind: 'order-submitted', userEmailSent: true } as const
const summary = { name: 'Mary', purpose: 'peace', email: null }
const forIvan = { ...summary, name: 'Ivan' }
const paid = {
  type: 'paid-order-placed',
  uah: 300,
  clientSecret,
  summary,
  toast: submitted,
} as const
const placed = (resumed: boolean): CheckoutEvent => ({ ...paid, resumed })

describe('from the click on Pay on', () => {
  const pressed = {
    confirming,
    checking,
    open,
    declined,
    canceling: [...open, { type: 'amount-chosen', choice: 500 }],
    sending: [...confirming, { type: 'payment-succeeded', order }],
    unsent: [...confirming, { type: 'paid-order-failed', order }],
  } satisfies Record<string, CheckoutEvent[]>

  const late: CheckoutEvent[] = [
    { type: 'intent-created', uah: 500, clientSecret: 'pi_87654321abc_secret_x' },
    { type: 'intent-failed', error: notStarted },
    { type: 'amount-chosen', choice: 500 },
    custom,
    { type: 'custom-amount-applied', reading: { kind: 'empty' } },
    { type: 'donation-switched', on: false },
    { type: 'donation-switched', on: true },
    { type: 'dialog-closed' },
  ]

  it.each(Object.entries(pressed))('only the server’s answer ends a payment %s', (name, events) => {
    const state = stateAfter(...events)
    const after = late.reduce(reduce, state)
    expect(after.payment).toMatchObject({ order: { clientSecret } })
    expect(isFrozen(state)).toBe(['confirming', 'sending', 'unsent'].includes(name))
    if (isFrozen(state)) expect(after).toEqual(state)
  })

  it('another amount is wanted first, and taken only after the cancellation', () => {
    const typed = { kind: 'amount', uah: 150 } as const
    const steps: [CheckoutEvent, number | undefined][] = [
      [{ type: 'amount-chosen', choice: 500 }, 500],
      [custom, undefined],
      [{ type: 'custom-amount-applied', reading: typed }, 150],
      [{ type: 'amount-chosen', choice: 300 }, 300],
    ]
    let state = stateAfter(...open)
    for (const [event, uah] of steps) {
      state = reduce(state, event)
      expect(state.payment).toEqual({ kind: 'canceling', order, next: { uah } })
    }
    const canceled = reduce(state, { type: 'payment-canceled', resumed: false })
    expect(canceled).toMatchObject({ choice: 300, payment: { kind: 'creating', uah: 300 } })
    expect(canceled.dialogs).toEqual([])
  })
})

it('an order without a donation is not disturbed by a payment that turns out to be paid', () => {
  const switchedOff: CheckoutEvent[] = [...checking, { type: 'donation-switched', on: false }]
  const state = stateAfter(...switchedOff, { type: 'free-order-started' }, placed(false))
  expect(state).toMatchObject({
    fields: initial.fields,
    freeOrder: 'sending',
    donationEnabled: false,
    payment: { kind: 'none' },
    dialogs: [{ kind: 'resumed', uah: 300 }],
  })
})

const free = { type: 'free-order-placed', summary: forIvan, toast: submitted } as const

it('the dialogs of an order and of a payment are both read, whichever comes first', () => {
  const first = stateAfter(...checking, { type: 'donation-switched', on: false }, placed(false))
  const resumed = { kind: 'resumed', uah: 300 }
  const thanks = { kind: 'thanks', summary: forIvan }
  expect(reduce(first, free).dialogs).toMatchObject([resumed, thanks])
  const other = stateAfter(...checking, free, placed(true))
  expect(other.dialogs).toMatchObject([thanks, resumed])
  expect(reduce(other, { type: 'dialog-closed' }).dialogs).toMatchObject([resumed])
})

it('a return to an order that this browser does not remember outlasts a free order', () => {
  const state = stateAfter({ type: 'order-expected' }, free)
  expect(isAmountLocked(state)).toBe(true)
  expect(isAmountLocked(reduce(state, { type: 'payment-ended' }))).toBe(false)
})

it('a toast is not removed with the one before it', () => {
  const failed = { type: 'free-order-failed' } as const
  const state = stateAfter(failed, { type: 'toast-dismissed', id: 1 }, failed, {
    type: 'toast-removed',
    id: 1,
  })
  expect(state.toast).toMatchObject({ id: 2, open: true })
  expect(reduce(state, { type: 'toast-dismissed', id: 1 })).toEqual(state)
})
