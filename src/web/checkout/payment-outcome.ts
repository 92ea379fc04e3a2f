import * as v from 'valibot'
import {
  type PaymentOutcome,
  type PaymentOutcomeRequest,
  PaymentOutcomeSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import { isUnknownHere, request } from '../api/request'
import type { PaymentError } from '../card-errors/describe-payment-error'
import { minShownMs, minTextShownMs, pause, withTimeout } from '../timing'
import { createIntent } from './create-intent'
import { forgetPayment, markStored, rememberPayment } from './pending-payment'
import { dispatch } from './reducer'
import { type Donation, identifyDecline } from './state'
import type { CheckoutStore } from './store'

/** The waits between the first checks, ms. After these it is `maxWaitMs`. */
const waitsMs = [1000, 1500, 2000, 3000, 5000]
const maxWaitMs = 10_000
/** The wait while the visitor can pay again, ms. */
const openWaitMs = 5000
/** After so many equal answers, within 9 s, "open" reopens the card form and "not known" is believed. */
export const repeatsNeeded = 5

/** With `not-known` our server has no such payment. Any other failed call means `unknown`. */
export type Answer = PaymentOutcome | { outcome: 'not-known' }

export async function askPaymentOutcome(body: PaymentOutcomeRequest): Promise<Answer> {
  const call = async () => {
    const response = await request(paymentOutcomesPath, { method: 'POST', body })
    return v.parse(PaymentOutcomeSchema, await response.json())
  }
  return withTimeout(call()).catch(error => ({
    outcome: isUnknownHere(error) ? ('not-known' as const) : ('unknown' as const),
  }))
}

interface Polling {
  /** Composes the next question, after so many answers of "open" in a row. */
  ask: (opens: number) => PaymentOutcomeRequest
  /** Returns whether the visitor can pay again meanwhile. */
  isOffered?: () => boolean
  signal?: AbortSignal
}

/** Asks the server at growing intervals, until its consumer stops or the signal is aborted. */
export async function* pollOutcome({ ask, isOffered, signal }: Polling) {
  let last: Answer['outcome'] | undefined
  let repeats = 0
  for (let waited = 0; ; waited += 1) {
    const answer = await askPaymentOutcome(ask(last === 'open' ? repeats : 0))
    repeats = answer.outcome === last ? repeats + 1 : 1
    last = answer.outcome
    // The payment is known again, so the waits are short again.
    if (last === 'open' && repeats === 1) waited = 0
    yield { answer, repeats }
    await waitOrOnline(isOffered?.() ? openWaitMs : (waitsMs[waited] ?? maxWaitMs))
    if (signal?.aborted) return
  }
}

/**
 * Asks the server until it says how the payment ended. While the payment stays open, the page shows its
 * card form again. The `error` led to the question and is shown if the payment was not captured. The
 * result is `superseded` if the page began something else with the payment.
 */
export function checkPayment(
  store: CheckoutStore,
  donation: Donation,
  error?: PaymentError,
): Promise<'ended' | 'superseded'> {
  return followPayment(store, donation, { cancel: false, error })
}

/** Has the server cancel the payment unless it was paid, because the visitor wants another amount. */
export function cancelPayment(store: CheckoutStore, donation: Donation) {
  return followPayment(store, donation, { cancel: true, error: undefined })
}

async function followPayment(
  store: CheckoutStore,
  initial: Donation,
  { cancel, error }: { cancel: boolean; error: PaymentError | undefined },
): Promise<'ended' | 'superseded'> {
  const signal = store.startPaymentTask()
  const { clientSecret, isResumed = false } = initial
  let donation = initial
  const isOffered = () => store.getState().payment.kind === 'open'
  const ask = () => ({ clientSecret, cancelUnlessPaid: cancel && !isOffered() })
  // From now on other tabs ask, too, and begin no other payment.
  rememberPayment(donation)
  const shown = pause(cancel ? minShownMs : minTextShownMs)
  for await (const { answer, repeats } of pollOutcome({ ask, isOffered, signal })) {
    await shown
    if (signal.aborted) break
    const { outcome } = answer

    if (outcome === 'succeeded') {
      const { amount, hasOrder, userEmailSent } = answer
      const missing = hasOrder ? answer.missing : ('order' as const)
      if (hasOrder) markStored(donation, missing === undefined)
      dispatch(store, {
        type: 'donation-received',
        donation: { ...donation, uah: amount },
        missing,
        toast: hasOrder ? { kind: 'order-submitted', userEmailSent } : undefined,
      })
      return 'ended'
    }
    if (outcome === 'canceled') {
      forgetPayment(donation)
      dispatch(store, { type: 'payment-canceled', isResumed })
      createIntent(store, store.startPaymentTask())
      return 'ended'
    }
    if (outcome === 'not-known' && repeats >= repeatsNeeded) {
      forgetPayment(donation)
      const dialog = { kind: 'payment-failed', error: { kind: 'outcome-unknown' } } as const
      dispatch(store, { type: 'payment-ended', dialog })
      return 'ended'
    }

    // The page may have shown the last decline already, which the server goes on reporting.
    const decline = outcome === 'open' ? answer.decline : undefined
    if (decline && identifyDecline(decline) !== donation.shownDecline) {
      donation = { ...donation, shownDecline: identifyDecline(decline) }
      const declined = { ...decline, kind: 'declined' } as const
      dispatch(store, { type: 'payment-open', donation, isUnclear: true, error: declined })
    } else if (!isOffered() && outcome === 'open' && repeats >= repeatsNeeded) {
      dispatch(store, { type: 'payment-open', donation, isUnclear: true, error })
    } else if (isOffered() && outcome === 'processing') {
      dispatch(store, { type: 'payment-unclear', donation })
    }
  }
  return 'superseded'
}

async function waitOrOnline(ms: number): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  const online = new Promise(resolve => window.addEventListener('online', resolve, { signal }))
  await Promise.race([pause(ms), online])
  waiting.abort()
}
