import * as v from 'valibot'
import { answerChallenge } from '../payment/answer-challenge'
import { type Answer, refuse } from './answer'
import type { ApiCall } from './endpoint'
import { findIntent, showIntent } from './find-intent'
import { Text } from './parameters'

export const ChallengeParameters = v.strictObject({
  payment_intent: Text,
  client_secret: Text,
  outcome: v.picklist(['authorized', 'failed']),
})

/** POST /v1/3ds2/challenge_complete — pressed at the bank's page; the sandbox's own call. */
export function completeChallenge(
  call: ApiCall<v.InferOutput<typeof ChallengeParameters>>,
): Answer {
  const { sandbox, params, cause } = call
  const found = findIntent({ ...call, id: params.payment_intent })
  if ('refusal' in found) return found.refusal
  const answer = answerChallenge(sandbox, found.intent, params.outcome === 'authorized', cause)
  return answer
    ? showIntent(call, answer.intent)
    : refuse(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent is not waiting for its holder: it has a status of ${found.intent.status}.`,
      })
}
