import { describe, expect, it } from 'vitest'
import type { DeskEvent } from './desk-event'
import { type DeskState, emptyDesk, isBound, isFrozen } from './desk-state'
import type { OrderInHand } from './order-in-hand'
import { reduceDesk } from './reduce-desk'

const order: OrderInHand = {
  clientSecret: 'pi_12345678abc_secret_xyz',
  uah: 200,
  payload: {
    name: 'Марія',
    email: null,
    purpose: 'мир',
    donationAmount: '200',
    prefersDonation: true,
    language: 'uk',
    userAgent: '',
    referrer: '',
    browserLanguage: '',
    ipAddress: '',
  },
}

const deskAfter = (...events: DeskEvent[]): DeskState => events.reduce(reduceDesk, emptyDesk)

const chosen: DeskEvent[] = [
  { type: 'amount-chosen', choice: 200 },
  { type: 'intent-asked', uah: 200 },
  { type: 'intent-arrived', uah: 200, clientSecret: order.clientSecret },
]
const refusal = { kind: 'refused', message: 'no', code: undefined, declineCode: undefined } as const

describe('the desk', () => {
  it('begins with a donation wished and no amount', () => {
    expect(emptyDesk).toMatchObject({ donationEnabled: true, choice: 'none' })
  })

  it('forgets amount and intent when the donation is switched off', () => {
    const state = deskAfter(...chosen, { type: 'donation-switched', on: false })
    expect(state).toMatchObject({ choice: 'none', intent: { kind: 'none' } })
  })

  it('clears intent and amount when an amount of one’s own is chosen', () => {
    const state = deskAfter(...chosen, { type: 'amount-chosen', choice: 'custom' })
    expect(state).toMatchObject({ choice: 'custom', intent: { kind: 'none' } })
  })

  it.each(['below', 'above', 'not-whole'] as const)('names a custom amount that is %s', kind => {
    const state = deskAfter(
      { type: 'amount-chosen', choice: 'custom' },
      { type: 'custom-amount-read', reading: { kind } },
    )
    expect(state.customFault).toBe(kind)
  })

  it.each(['confirming-began', 'answer-unclear', 'paid', 'paid-order-failed'] as const)(
    'is frozen after "%s": nothing that could change the order is touched',
    type => {
      const state = deskAfter(...chosen, { type, order })
      expect(isFrozen(state)).toBe(true)
      for (const event of [
        { type: 'donation-switched', on: false },
        { type: 'amount-chosen', choice: 500 },
        { type: 'custom-amount-read', reading: { kind: 'empty' } },
        { type: 'words-restored', order },
      ] as const) {
        expect(reduceDesk(state, event)).toEqual(state)
      }
    },
  )

  it('gives the same intent back after a refusal, and lets another amount be chosen', () => {
    const state = deskAfter(
      ...chosen,
      { type: 'confirming-began', order },
      { type: 'payment-refused', fault: refusal },
    )
    expect(state.intent).toMatchObject({ kind: 'ready', clientSecret: order.clientSecret })
    expect(isBound(state)).toBe(false)
    expect(state.outcome).toEqual({ kind: 'payment-failed', fault: refusal })
  })

  it('keeps to the one intent the bank may still take', () => {
    const state = deskAfter(
      { type: 'answer-unclear', order },
      { type: 'payment-still-open', payment: order },
    )
    expect(isFrozen(state)).toBe(false)
    expect(isBound(state)).toBe(true)
    expect(reduceDesk(state, { type: 'amount-chosen', choice: 100 })).toEqual(state)
    expect(isBound(reduceDesk(state, { type: 'payment-refused', fault: refusal }))).toBe(false)
  })

  it('lets an order without donation be placed beside a payment the bank may still take', () => {
    const bound = deskAfter(
      { type: 'answer-unclear', order },
      { type: 'payment-still-open', payment: order },
      { type: 'donation-switched', on: false },
    )
    expect(bound).toMatchObject({ donationEnabled: false, intent: { binding: true } })
    const ordered = [
      { type: 'ordering-began' },
      { type: 'order-stored', outcome: { kind: 'thanks', uah: undefined } },
      { type: 'donation-switched', on: true },
    ] as const
    const again = ordered.reduce(reduceDesk, bound)
    expect(again).toMatchObject({ donationEnabled: true, choice: bound.choice })
    expect(again.intent).toEqual(bound.intent)
    expect(again.sheet.forWhom).toBe('')
  })

  it('keeps a payment the bank may still take when its card form does not load', () => {
    const state = deskAfter(
      { type: 'answer-unclear', order },
      { type: 'payment-still-open', payment: order },
    )
    const { clientSecret } = order
    expect(reduceDesk(state, { type: 'card-form-failed', clientSecret })).toEqual(state)
  })

  it.each(['confirming-began', 'answer-unclear', 'paid', 'paid-order-failed'] as const)(
    'tells nothing of a card form that does not load after "%s"',
    type => {
      const state = deskAfter(...chosen, { type, order })
      const { clientSecret } = order
      expect(reduceDesk(state, { type: 'card-form-failed', clientSecret })).toEqual(state)
    },
  )

  it('takes a choice back whose card form does not load, but not for an earlier form', () => {
    const state = deskAfter(...chosen)
    const late = { type: 'card-form-failed', clientSecret: 'pi_87654321abc_secret_xyz' } as const
    expect(reduceDesk(state, late)).toEqual(state)
    const failed = reduceDesk(state, { ...late, clientSecret: order.clientSecret })
    expect(failed).toMatchObject({ choice: 'none', outcome: { kind: 'payment-failed' } })
  })

  it('is frozen while a payment is looked into whose order is not here', () => {
    const state = deskAfter(...chosen, { type: 'return-unclear' })
    expect(isFrozen(state)).toBe(true)
    expect(state).toMatchObject({ choice: 'none', intent: { kind: 'none' } })
    const found = reduceDesk(state, { type: 'payment-found', uah: 200 })
    expect(isBound(found)).toBe(false)
    expect(found.outcome).toEqual({ kind: 'resumed', uah: 200 })
  })

  it('is given back without a word when the payment is gone, with the words still on it', () => {
    const state = deskAfter(
      { type: 'words-restored', order },
      { type: 'answer-unclear', order },
      { type: 'payment-gone' },
    )
    expect(isBound(state)).toBe(false)
    expect(state).toMatchObject({
      sheet: { forWhom: 'Марія' },
      choice: 'none',
      intent: { kind: 'none' },
      outcome: { kind: 'none' },
    })
  })

  it('leaves what the visitor has typed alone when an earlier order is taken up and stored', () => {
    const state = deskAfter(
      { type: 'words-changed', field: 'forWhom' },
      { type: 'words-restored', order },
      { type: 'answer-unclear', order },
      { type: 'paid', order },
      { type: 'order-stored', outcome: { kind: 'resumed', uah: 200 } },
    )
    expect(state.sheet).toEqual(emptyDesk.sheet)
    expect(isBound(state)).toBe(false)
    expect(state).toMatchObject({ choice: 'none', outcome: { kind: 'resumed' } })
  })

  it('takes a failed choice back, so that it can be made again', () => {
    const state = deskAfter(...chosen.slice(0, 2), {
      type: 'intent-failed',
      fault: { kind: 'not-started' },
    })
    expect(state).toMatchObject({ choice: 'none', intent: { kind: 'none' } })
  })

  it('lays out an empty sheet without a donation after a success', () => {
    const state = deskAfter(
      ...chosen,
      { type: 'faults-found', faults: { forWhom: 'required' } },
      { type: 'paid', order },
      { type: 'order-stored', outcome: { kind: 'thanks', uah: 200 } },
    )
    expect(state).toEqual({
      ...emptyDesk,
      sheet: { number: 1, forWhom: '', purpose: '', email: '' },
      donationEnabled: false,
      outcome: { kind: 'thanks', uah: 200 },
    })
  })

  it('remembers that an order is being sent once more', () => {
    const state = deskAfter({ type: 'paid', order }, { type: 'paid-order-failed', order })
    expect(reduceDesk(state, { type: 'paid', order }).step).toMatchObject({ again: true })
  })
})
