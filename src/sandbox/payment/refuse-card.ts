import { docUrl } from '../api/answer'
import type { Decline } from '../cards/decline'
import type { PaymentError } from '../objects/payment-error'
import type { PaymentIntent } from '../objects/payment-intent'
import type { Sandbox } from '../sandbox'
import { tell } from '../webhooks/tell'
import type { Attempt, BankAnswer } from './attempt'
import { failedCharge } from './make-charge'

/** The bank says no: a failed charge, and the intent waits for another card. */
export function refuseCard(sandbox: Sandbox, attempt: Attempt, decline: Decline): BankAnswer {
  const { store, clock } = sandbox
  const charge = failedCharge(attempt, clock.seconds(), decline)
  const error: PaymentError = {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.decline_code,
    message: decline.message,
    doc_url: docUrl(decline.code),
    charge: charge.id,
    advice_code: decline.advice_code,
    network_advice_code: decline.advice_code === 'do_not_try_again' ? '03' : '02',
    network_decline_code: decline.network_decline_code,
    ...(decline.param && { param: decline.param }),
    payment_method: attempt.method,
  }
  const failed = waitForAnotherCard(attempt.intent, error, charge.id)
  store.objects.add(charge, failed.id)
  store.objects.save(failed)
  tell(sandbox, 'charge.failed', charge, attempt.cause)
  tell(sandbox, 'payment_intent.payment_failed', failed, attempt.cause)
  return { intent: failed, error }
}

/** After a refusal the intent is open again, without a card. */
export function waitForAnotherCard(
  intent: PaymentIntent,
  error: PaymentError,
  charge: string | null,
): PaymentIntent {
  return {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  }
}
