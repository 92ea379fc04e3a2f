import * as v from 'valibot'
import { createPaymentIntentPath, PaymentIntentAnswerSchema } from '../../shared/payment-intent'
import { answerChallenge } from '../proof-of-work/answer-challenge'
import { request } from './request'

export type IntentAnswer =
  | { kind: 'created'; clientSecret: string }
  | { kind: 'refused'; sentence: string | undefined }

/** Asks for an intent of a whole UAH amount. Rejects when the network or the server fails. */
export async function createPaymentIntent(uah: number, signal: AbortSignal): Promise<IntentAnswer> {
  const body = { amount: uah }
  const response = await answerChallenge(headers =>
    request(createPaymentIntentPath, { method: 'POST', body, headers, signal }),
  )
  const answer = v.parse(PaymentIntentAnswerSchema, await response.json())
  if (answer.success && answer.client_secret) {
    return { kind: 'created', clientSecret: answer.client_secret }
  }
  return { kind: 'refused', sentence: answer.error }
}
