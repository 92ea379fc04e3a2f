import { createPaymentIntent, type IntentAnswer } from '../calls/create-payment-intent'
import { runMutation } from '../calls/run-mutation'
import type { Desk } from '../desk/desk'
import { holdFor, readingTime } from '../desk/hold-for'

/** Asks for a payment intent of this amount (whole UAH). An earlier request no longer counts. */
export async function askForIntent(desk: Desk, uah: number): Promise<void> {
  const turn = desk.takeIntentTurn()
  desk.tell({ type: 'intent-asked', uah })
  const call = runMutation(() => createPaymentIntent(uah, turn))
  const answer = await holdFor(readingTime, call).catch(notStarted)
  if (turn.aborted) return
  if (answer.kind === 'created') {
    desk.tell({ type: 'intent-arrived', uah, clientSecret: answer.clientSecret })
  } else {
    const fault = { kind: 'not-started', sentence: answer.sentence } as const
    desk.tell({ type: 'intent-failed', fault })
  }
}

function notStarted(): IntentAnswer {
  return { kind: 'refused', sentence: undefined }
}
