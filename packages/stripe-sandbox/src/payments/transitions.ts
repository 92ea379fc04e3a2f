import type { IntentStatus, PaymentIntent } from '../objects/payment-intent'
import type { Cause, Sandbox } from '../sandbox'
import { sendEvent } from '../webhooks/send-event'

/** What can happen to an intent: by its merchant, by its payer, by the bank. */
export type Step = 'cancel' | 'ask' | 'wait' | 'succeed' | 'fail'

/** Nothing is decided: a card may be tried. */
const open: Readonly<Record<Step, IntentStatus>> = {
  cancel: 'canceled',
  ask: 'requires_action',
  wait: 'processing',
  succeed: 'succeeded',
  fail: 'requires_payment_method',
}

/** The state machine: which steps a status allows, and the status that follows. */
const transitions: Readonly<Record<IntentStatus, Partial<Record<Step, IntentStatus>>>> = {
  requires_payment_method: open,
  requires_confirmation: open,
  requires_action: open,
  processing: { succeed: 'succeeded', fail: 'requires_payment_method' },
  succeeded: {},
  canceled: {},
}

const events: Readonly<Record<Step, string>> = {
  cancel: 'payment_intent.canceled',
  ask: 'payment_intent.requires_action',
  wait: 'payment_intent.processing',
  succeed: 'payment_intent.succeeded',
  fail: 'payment_intent.payment_failed',
}

export function allows(intent: PaymentIntent, step: Step): boolean {
  return transitions[intent.status][step] !== undefined
}

/** Saves the intent in the status that follows, and sends the step's event. Check `allows` first. */
export function moveIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  step: Step,
  changes: Partial<PaymentIntent>,
  cause: Cause,
): PaymentIntent {
  const status = transitions[intent.status][step]
  if (status === undefined) throw new Error(`No ${step} of an intent that is ${intent.status}.`)
  const moved = { ...intent, next_action: null, ...changes, status }
  sandbox.store.put('payment_intent', moved)
  sendEvent(sandbox, events[step], moved, cause)
  return moved
}
