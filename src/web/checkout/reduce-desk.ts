import type { FormFaults } from '../../shared/order-form'
import type { DeskEvent } from './desk-event'
import {
  type DeskState,
  emptyDesk,
  hasOpenPayment,
  isBound,
  isFrozen,
  type Outcome,
} from './desk-state'
import type { OrderInHand } from './order-in-hand'
import { reducePayment } from './reduce-payment'

/** What the desk looks like after something happened. A frozen desk ignores the visitor's hand. */
export function reduceDesk(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case 'donation-switched': {
      if (isFrozen(state)) return state
      const kept = hasOpenPayment(state) ? state : withoutAmount(state)
      return { ...kept, donationEnabled: event.on, faults: {} }
    }
    case 'words-changed':
      return {
        ...state,
        faults: without(state, event.field),
        words: state.words === 'none' ? 'typed' : state.words,
      }
    case 'amount-chosen':
      if (isBound(state)) return state
      return { ...withoutAmount(state), choice: event.choice }
    case 'custom-amount-read':
      if (isBound(state) || state.choice !== 'custom') return state
      return { ...withoutAmount(state), choice: 'custom', customFault: faultOf(event.reading) }
    case 'faults-found':
      return { ...state, faults: event.faults }
    case 'ordering-began':
      return { ...state, faults: {}, step: { name: 'ordering' } }
    case 'free-order-failed':
      return { ...state, step: { name: 'filling' } }
    case 'order-stored':
      return { ...sheetAfter(event.outcome, state), outcome: event.outcome }
    case 'words-restored':
      return isFrozen(state) ? state : withWordsOf(event.order, state)
    case 'outcome-closed':
      return { ...state, outcome: { kind: 'none' } }
    default:
      return reducePayment(state, event)
  }
}

function withoutAmount(state: DeskState): DeskState {
  return { ...state, choice: 'none', customFault: undefined, intent: { kind: 'none' } }
}

function without(state: DeskState, field: keyof FormFaults) {
  const { [field]: _gone, ...rest } = state.faults
  return rest
}

function faultOf(reading: Extract<DeskEvent, { type: 'custom-amount-read' }>['reading']) {
  return reading.kind === 'empty' || reading.kind === 'amount' ? undefined : reading.kind
}

/** What is typed here already is no part of an order that an earlier life of the page began. */
function sheetAfter(outcome: Outcome, state: DeskState): DeskState {
  if (outcome.kind !== 'resumed' || state.words !== 'typed') return freshSheet(state)
  return { ...emptyDesk, sheet: state.sheet, words: 'typed' }
}

/**
 * After a success: donation off, fields, amount and errors cleared. A payment that the bank may
 * still take outlives an order without donation: no other is begun beside it.
 */
function freshSheet(state: DeskState): DeskState {
  const sheet = { ...emptyDesk.sheet, number: state.sheet.number + 1 }
  const { choice, intent } =
    state.step.name === 'ordering' && hasOpenPayment(state) ? state : emptyDesk
  return { ...emptyDesk, sheet, choice, intent, donationEnabled: false }
}

/**
 * Puts the words of an order that was under way before a reload back onto the sheet, unless the
 * visitor has written on it since.
 */
function withWordsOf({ payload }: OrderInHand, state: DeskState): DeskState {
  if (state.words === 'typed') return { ...state, donationEnabled: true }
  return {
    ...state,
    words: 'restored',
    sheet: {
      number: state.sheet.number + 1,
      forWhom: payload.name,
      purpose: payload.purpose,
      email: payload.email ?? '',
    },
    donationEnabled: true,
  }
}
