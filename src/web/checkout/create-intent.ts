import * as v from 'valibot'
import { createPaymentIntentPath, PaymentIntentAnswerSchema } from '../../shared/payment-intent'
import { runMutation } from '../api/query-client'
import { isTooOften, request } from '../api/request'
import { minimumDuration, shortNotice } from './minimum-duration'
import type { PaymentError } from './state'
import type { CheckoutStore } from './store'

/** Asks for a payment intent of a whole UAH amount. An earlier request no longer counts. */
export async function createIntent(
  store: CheckoutStore,
  uah: number,
  signal = store.startPaymentTask(),
): Promise<void> {
  if (signal.aborted) return
  store.dispatch({ type: 'intent-requested', uah })
  try {
    const call = runMutation(() => requestIntent(uah, signal))
    const answer = await minimumDuration(shortNotice, call)
    if (signal.aborted) return
    if (answer.success && answer.client_secret)
      store.dispatch({ type: 'intent-created', uah, clientSecret: answer.client_secret })
    else fail({ kind: 'not-started', message: answer.error })
  } catch (error) {
    fail({ kind: isTooOften(error) ? 'too-often' : 'not-started' })
  }

  function fail(error: PaymentError) {
    if (!signal.aborted) store.dispatch({ type: 'intent-failed', error })
  }
}

async function requestIntent(uah: number, signal: AbortSignal) {
  const body = { amount: uah }
  const response = await request(createPaymentIntentPath, { method: 'POST', body, signal })
  return v.parse(PaymentIntentAnswerSchema, await response.json())
}
