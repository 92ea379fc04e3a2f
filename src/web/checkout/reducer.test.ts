import { describe, expect, it } from 'vitest'
import { exampleDonation } from '../../../tests/setup/example-order'
import { type CheckoutEvent, reduce } from './reducer'
import { type CheckoutState, initialState, isAmountLocked, isFrozen } from './state'

const initial = initialState('en')

const donation = exampleDonation
const { clientSecret, words } = donation

const stateAfter = (...events: CheckoutEvent[]): CheckoutState => events.reduce(reduce, initial)

const notStarted = { kind: 'not-started' } as const
const custom: CheckoutEvent = { type: 'amount-chosen', choice: 'custom' }
const chosen: CheckoutEvent[] = [
  { type: 'amount-chosen', choice: 300 },
  { type: 'intent-created', uah: 300, clientSecret },
]
const paying: CheckoutEvent[] = [...chosen, { type: 'pay-clicked', donation }]
const checking: CheckoutEvent[] = [...paying, { type: 'payment-unclear', donation }]
const open: CheckoutEvent[] = [...checking, { type: 'payment-open', donation, isUnclear: true }]
const error = { kind: 'declined', message: 'no' } as const
const declined: CheckoutEvent[] = [
  ...paying,
  { type: 'payment-open', donation, isUnclear: false, error },
]
const toast = { kind: 'order-submitted', userEmailSent: true } as const
const summary = { name: 'Mary', purpose: 'peace', email: null }
const forIvan = { ...summary, name: 'Ivan' }
const received: CheckoutEvent = { type: 'donation-received', donation, missing: undefined, toast }

describe('from the click on Pay on', () => {
  const afterClick = {
    paying,
    checking,
    open,
    declined,
    canceling: [...open, { type: 'amount-chosen', choice: 500 }],
    paid: [...paying, { type: 'paid-order-failed', donation }],
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

  it.each(Object.entries(afterClick))(
    'only the server’s answer ends a payment %s',
    (name, events) => {
      const state = stateAfter(...events)
      const after = late.reduce(reduce, state)
      expect(after.payment).toMatchObject({ donation: { clientSecret } })
      expect(isFrozen(state)).toBe(name === 'paying')
      if (isFrozen(state)) expect(after).toEqual(state)
    },
  )

  it.each([
    [{ type: 'amount-chosen', choice: 500 }, 500],
    [custom, undefined],
  ] satisfies [CheckoutEvent, number | undefined][])(
    'another amount is wanted first, and taken only after the cancellation: %j',
    (event, uah) => {
      const state = stateAfter(...open, event)
      expect(state.payment).toEqual({ kind: 'checking', donation, next: { uah } })
      expect(isAmountLocked(state)).toBe(true)
      const canceled = reduce(state, { type: 'payment-canceled', isResumed: false })
      expect(canceled.payment).toEqual(uah ? { kind: 'creating', uah } : { kind: 'none' })
      expect(canceled.dialogs).toEqual([])
    },
  )

  it('while it is checked the donation stays on, and the fields are free for another candle', () => {
    const off: CheckoutEvent = { type: 'donation-switched', on: false }
    expect(stateAfter(...checking, off)).toEqual(stateAfter(...checking))
    const placed = stateAfter(...checking, { type: 'free-order-started' }, free)
    expect(placed).toMatchObject({ donationEnabled: true, payment: { kind: 'checking', donation } })
    expect(stateAfter(...open, free)).toMatchObject({ donationEnabled: false })
  })
})

it('an order without a donation is not disturbed by a payment that turns out to be paid', () => {
  const switchedOff: CheckoutEvent[] = [...open, { type: 'donation-switched', on: false }]
  const state = stateAfter(...switchedOff, { type: 'free-order-started' }, received)
  expect(state).toMatchObject({
    fields: initial.fields,
    freeOrder: 'sending',
    donationEnabled: false,
    payment: { kind: 'none' },
    dialogs: [{ kind: 'resumed', uah: 300, summary: words }],
  })
})

const free = { type: 'free-order-placed', summary: forIvan, toast } as const

it('the dialogs of an order and of a payment are both read, whichever comes first', () => {
  const donated = { kind: 'thanks', uah: 300 }
  const thanks = { kind: 'thanks', summary: forIvan }
  expect(stateAfter(...checking, received, free).dialogs).toMatchObject([donated, thanks])
  const other = stateAfter(...checking, free, received)
  expect(other.dialogs).toMatchObject([thanks, donated])
  expect(reduce(other, { type: 'dialog-closed' }).dialogs).toMatchObject([donated])
})

it('a return to an order that this browser does not remember outlasts a free order', () => {
  const state = stateAfter({ type: 'payment-expected' }, free)
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
