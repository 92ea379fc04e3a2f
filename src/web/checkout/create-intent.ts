import * as v from 'valibot'
import { createPaymentIntentPath, PaymentIntentAnswerSchema } from '../../shared/payment-intent'
import { isTooOften, request } from '../api/request'
import { minimumDuration, shortNotice } from './minimum-duration'
import type { PaymentError } from './state'
import type { CheckoutStore } from './store'

/** Does nothing unless an intent is being created. */
export async function createIntent(store: CheckoutStore, signal: AbortSignal): Promise<void> {
  const { payment } = store.getState()
  if (signal.aborted || payment.kind !== 'creating') return
  const { uah } = payment
  try {
    const answer = await minimumDuration(shortNotice, requestIntent(uah, signal))
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
