import * as v from 'valibot'
import { createPaymentIntentPath, PaymentIntentAnswerSchema } from '../../shared/payment-intent'
import { request, retryAfterMs } from '../api/request'
import { minimumDuration, minShownMs, withTimeout } from '../timing'
import { type CheckoutEvent, dispatch } from './reducer'
import type { CheckoutStore } from './store'

/** Creates the intent that the state waits for, if there is one. */
export async function createIntent(store: CheckoutStore, signal: AbortSignal): Promise<void> {
  const { payment } = store.getState()
  if (signal.aborted || payment.kind !== 'creating') return
  const event = await minimumDuration(minShownMs, requestIntent(payment.uah, signal))
  if (!signal.aborted) dispatch(store, event)
}

async function requestIntent(uah: number, signal: AbortSignal): Promise<CheckoutEvent> {
  try {
    const body = { amount: uah }
    const answering = request(createPaymentIntentPath, { method: 'POST', body, signal })
    const answer = await withTimeout(answering.then(response => response.json()))
    const {
      success,
      client_secret: clientSecret,
      error: message,
    } = v.parse(PaymentIntentAnswerSchema, answer)
    if (success && clientSecret) return { type: 'intent-created', uah, clientSecret }
    return { type: 'intent-failed', error: { kind: 'not-started', message } }
  } catch (error) {
    const waitMs = retryAfterMs(error)
    if (!waitMs) return { type: 'intent-failed', error: { kind: 'not-started' } }
    return { type: 'intent-failed', error: { kind: 'too-many-attempts', waitMs } }
  }
}
