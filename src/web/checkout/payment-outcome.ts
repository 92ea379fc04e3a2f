import * as v from 'valibot'
import {
  type PaymentOutcome,
  type PaymentOutcomeRequest,
  PaymentOutcomeSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import { isUnknownHere, request } from '../api/request'
import { minShownMs, minTextShownMs, pause, withTimeout } from '../timing'
import { createIntent } from './create-intent'
import { forgetPayment, markStored, rememberPayment } from './pending-payment'
import { dispatch } from './reducer'
import { type Donation, identifyDecline, type PaymentError } from './state'
import type { CheckoutStore } from './store'

/** Waits between checks; then `maxWaitMs`. */
const waitsMs = [1000, 1500, 2000, 3000, 5000]
const maxWaitMs = 10_000
/** The wait while the visitor can pay again. */
const openWaitMs = 5000
/** After so many equal answers in a row, 9 s, "open" opens the card form again, and "not known" is believed. */
export const repeatsNeeded = 5

/** `not-known`: our server has no such payment. Any other failed call means `unknown`. */
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
  /** Composes the next question; `opens`: so many answers in a row were "open". */
  ask: (opens: number) => PaymentOutcomeRequest
  /** The visitor can pay again meanwhile. */
  isOffered?: () => boolean
  /** Nothing is asked again once it is aborted. */
  signal?: AbortSignal
}

/** Asks the server, soon and then ever more rarely, until its consumer stops. */
export async function* pollOutcome({ ask, isOffered, signal }: Polling) {
  let last: Answer['outcome'] | undefined
  let repeats = 0
  for (let waited = 0; ; waited += 1) {
    const answer = await askPaymentOutcome(ask(last === 'open' ? repeats : 0))
    repeats = answer.outcome === last ? repeats + 1 : 1
    last = answer.outcome
    // Known again: back to the short waits.
    if (last === 'open' && repeats === 1) waited = 0
    yield { answer, repeats }
    await waitOrOnline(isOffered?.() ? openWaitMs : (waitsMs[waited] ?? maxWaitMs))
    if (signal?.aborted) return
  }
}

/**
 * Asks the server until it says how the payment ended; while it stays open the page shows its card form
 * again. `error`: why it is asked, shown if the payment was not captured. `superseded`: the page began
 * something else with it.
 */
export function checkPayment(
  store: CheckoutStore,
  donation: Donation,
  error?: PaymentError,
): Promise<'ended' | 'superseded'> {
  return followPayment(store, donation, { cancel: false, error })
}

/** Has the server cancel the payment unless it was paid: another amount is wanted. */
export function cancelPayment(store: CheckoutStore, donation: Donation) {
  return followPayment(store, donation, { cancel: true, error: undefined })
}

async function followPayment(
  store: CheckoutStore,
  pressed: Donation,
  { cancel, error }: { cancel: boolean; error: PaymentError | undefined },
): Promise<'ended' | 'superseded'> {
  const signal = store.startPaymentTask()
  const { clientSecret, isResumed = false } = pressed
  let donation = pressed
  const isOffered = () => store.getState().payment.kind === 'open'
  const ask = () => ({ clientSecret, cancelUnlessPaid: cancel && !isOffered() })
  // From here on other tabs have to ask, too, and begin no other payment.
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

    // The server reports the last decline, which the page may have shown already.
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
