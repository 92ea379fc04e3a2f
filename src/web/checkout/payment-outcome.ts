import * as v from 'valibot'
import {
  type OldPaymentOutcome as PaymentOutcome,
  type OldPaymentOutcomeRequest as PaymentOutcomeRequest,
  OldPaymentOutcomeSchema as PaymentOutcomeSchema,
} from '../../shared/old-payment-outcome'
import { paymentOutcomesPath } from '../../shared/payment-outcome'
import { hasStatus, request } from '../api/request'
import { minShownMs, minTextShownMs, pause, withTimeout } from '../timing'
import { createIntent } from './create-intent'
import {
  forgetPendingOrder,
  isExpired,
  mayHaveCharged,
  newestText,
  noteOrderStored,
  type PendingOrder,
  rememberPendingOrder,
  wasDeclined,
} from './pending-order'
import { dispatch } from './reducer'
import type { PaymentError } from './state'
import type { CheckoutStore } from './store'

/** Waits between checks; then `maxWaitMs`. */
const waitsMs = [1000, 1500, 2000, 3000, 5000]
const maxWaitMs = 10_000
/** The wait while the visitor can pay again. */
const openWaitMs = 5000
/** After this many "open" answers in a row the card form is offered again: 9 s. */
export const opensNeeded = 5

/** A failed call means `unknown`. `not-found` proves nothing: it may be another server's. */
export async function askPaymentOutcome(
  body: PaymentOutcomeRequest,
): Promise<PaymentOutcome | { outcome: 'not-found' }> {
  const call = async () => {
    const response = await request(paymentOutcomesPath, { method: 'POST', body })
    return v.parse(PaymentOutcomeSchema, await response.json())
  }
  return withTimeout(call()).catch(error => ({
    outcome: hasStatus(error, 404) ? ('not-found' as const) : ('unknown' as const),
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
  let opens = 0
  for (let waited = 0; ; waited += 1) {
    const answer = await askPaymentOutcome(ask(opens))
    opens = answer.outcome === 'open' ? opens + 1 : 0
    // Known again: back to the short waits.
    if (opens === 1) waited = 0
    yield { answer, opens }
    await waitOrOnline(isOffered?.() ? openWaitMs : (waitsMs[waited] ?? maxWaitMs))
    if (signal?.aborted) return
  }
}

interface Asking {
  signal: AbortSignal
  /** Cancel the payment unless it was paid. */
  cancel: boolean
  /** It was begun by another page, or before a reload. */
  resumed: boolean
  /** Shown if it was not captured. */
  error?: PaymentError | undefined
}

/**
 * Asks the server until the payment is ordered, canceled, or a day old; while it stays open the page
 * shows its card form again. `superseded`: the page began something else with it.
 */
export async function awaitOutcome(
  store: CheckoutStore,
  pending: PendingOrder,
  { signal, cancel, resumed, error }: Asking,
): Promise<'ended' | 'superseded'> {
  const isUnclear = mayHaveCharged(pending)
  // Until the server has answered, other tabs must take it for one that may be paid.
  let order = isUnclear ? pending : { ...pending, attempt: 'declined-unclear' as const }
  rememberPendingOrder(order)
  const isOffered = () => store.getState().payment.kind === 'open'
  const isCanceling = () => store.getState().payment.kind === 'canceling'
  const ask = () => {
    order = newestText(order)
    const { clientSecret, payload } = order
    const giveUp = (cancel && !isOffered()) || isExpired(order)
    return { clientSecret, order: payload, giveUp }
  }
  const shown = pause(cancel && !resumed ? minShownMs : minTextShownMs)
  for await (const { answer, opens } of pollOutcome({ ask, isOffered, signal })) {
    await shown
    if (signal.aborted) break
    const { clientSecret, payload } = order

    if (answer.outcome === 'ordered') {
      noteOrderStored(order)
      const toast = { kind: 'order-submitted', userEmailSent: answer.userEmailSent } as const
      const { amount: uah } = answer
      const placed = { uah, clientSecret, summary: payload, toast, resumed }
      dispatch(store, { type: 'paid-order-placed', ...placed })
      return 'ended'
    }
    if (answer.outcome === 'released') {
      forgetPendingOrder(order)
      dispatch(store, { type: 'payment-canceled', resumed })
      createIntent(store, store.startPaymentTask())
      return 'ended'
    }
    if (isExpired(order)) {
      forgetPendingOrder(order)
      const dialog = { kind: 'payment-failed', error: { kind: 'outcome-unknown' } } as const
      dispatch(store, { type: 'payment-ended', dialog: isUnclear ? dialog : undefined })
      return 'ended'
    }

    // A decline that the page has shown already.
    const isShown = wasDeclined(order)
    const decline = answer.outcome === 'open' && !isShown ? answer.decline : undefined
    if (decline) {
      order = { ...order, attempt: 'declined-unclear' }
      rememberPendingOrder(order)
      const declined = { ...decline, kind: 'declined' } as const
      dispatch(store, { type: 'payment-open', order, error: declined })
    } else if (!isOffered() && opens >= opensNeeded) {
      dispatch(store, { type: 'payment-open', order, error })
    } else if (isOffered() ? answer.outcome === 'pending' : isCanceling()) {
      dispatch(store, { type: 'payment-unclear', order })
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
