import { createPaymentIntent, type IntentAnswer } from '../api/create-payment-intent'
import { isTooOften } from '../api/request'
import { runMutation } from '../api/run-mutation'
import type { Desk } from '../checkout/desk'
import type { PaymentFault } from '../checkout/desk-state'
import { holdFor, readingTime } from '../checkout/hold-for'

/** Asks for a payment intent of this amount (whole UAH). An earlier request no longer counts. */
export async function askForIntent(desk: Desk, uah: number): Promise<void> {
  const turn = desk.takeIntentTurn()
  desk.tell({ type: 'intent-asked', uah })
  const call = runMutation(() => createPaymentIntent(uah, turn))
  const answer = await holdFor(readingTime, call).catch(notMade)
  if (turn.aborted) return
  if (answer.kind === 'created') {
    desk.tell({ type: 'intent-arrived', uah, clientSecret: answer.clientSecret })
  } else {
    desk.tell({ type: 'intent-failed', fault: faultOf(answer) })
  }
}

type NoIntent = Exclude<IntentAnswer, { kind: 'created' }> | { kind: 'too-often' }

function notMade(error: unknown): NoIntent {
  return isTooOften(error) ? { kind: 'too-often' } : { kind: 'refused', sentence: undefined }
}

function faultOf(answer: NoIntent): PaymentFault {
  if (answer.kind === 'too-often') return answer
  return { kind: 'not-started', sentence: answer.sentence }
}
