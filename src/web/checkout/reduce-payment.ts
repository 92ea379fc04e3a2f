import { presetAmounts } from '../../shared/donation-amount'
import type { DeskEvent } from './desk-event'
import type { AmountChoice, DeskState, PaymentFault } from './desk-state'
import type { PaymentInHand } from './order-in-hand'

/** The part of the desk that deals with money. */
export function reducePayment(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case 'intent-asked':
      return { ...state, intent: { kind: 'asking', uah: event.uah } }
    case 'intent-arrived': {
      const { uah, clientSecret } = event
      return { ...state, intent: { kind: 'ready', uah, clientSecret, binding: false } }
    }
    case 'intent-failed':
      return failedToStart(state, event.fault)
    case 'card-form-failed':
      return withoutForm(state, event.clientSecret)
    case 'confirming-began':
      return { ...state, step: { name: 'confirming', order: event.order } }
    case 'answer-unclear':
      return withIntentOf(event.order, { ...state, step: { name: 'checking' } })
    case 'return-unclear':
      return { ...withoutPayment(state), donationEnabled: true, step: { name: 'checking' } }
    case 'payment-refused':
      return backToFilling(released(state), event.fault)
    case 'payment-still-open':
      return withIntentOf(event.payment, { ...state, step: { name: 'filling' } })
    case 'payment-gone':
      return withoutPayment(state)
    case 'paid':
      return {
        ...state,
        step: { name: 'finishing', order: event.order, again: state.step.name === 'unsent' },
      }
    case 'payment-found':
      return { ...withoutPayment(state), outcome: { kind: 'resumed', uah: event.uah } }
    case 'paid-order-failed':
      return { ...state, step: { name: 'unsent', order: event.order } }
    default:
      return state
  }
}

/** The choice is taken back, so that choosing the same amount again is a new attempt. */
function failedToStart(state: DeskState, fault: PaymentFault): DeskState {
  const choice = state.choice === 'custom' ? 'custom' : 'none'
  const outcome = { kind: 'payment-failed', fault } as const
  return { ...state, choice, intent: { kind: 'none' }, outcome }
}

/** A form that does not come ends only a payment that nobody has begun: any other stays the one. */
function withoutForm(state: DeskState, clientSecret: string): DeskState {
  const { intent, step } = state
  if (step.name !== 'filling' || intent.kind !== 'ready' || intent.binding) return state
  if (intent.clientSecret !== clientSecret) return state
  return failedToStart(state, { kind: 'not-started' })
}

function withoutPayment(state: DeskState): DeskState {
  return {
    ...state,
    choice: 'none',
    customFault: undefined,
    intent: { kind: 'none' },
    step: { name: 'filling' },
  }
}

function backToFilling(state: DeskState, fault: PaymentFault): DeskState {
  return { ...state, step: { name: 'filling' }, outcome: { kind: 'payment-failed', fault } }
}

/** A refused payment takes nothing, so another amount may be chosen again. */
function released(state: DeskState): DeskState {
  if (state.intent.kind !== 'ready') return state
  return { ...state, intent: { ...state.intent, binding: false } }
}

/** While the bank may still take this payment, it is the only one. */
function withIntentOf({ uah, clientSecret }: PaymentInHand, state: DeskState): DeskState {
  const choice: AmountChoice = presetAmounts.find(preset => preset === uah) ?? 'custom'
  return { ...state, choice, intent: { kind: 'ready', uah, clientSecret, binding: true } }
}
