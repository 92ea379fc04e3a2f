import * as v from 'valibot'
import {
  type PaymentOutcome,
  type PaymentOutcomeRequest,
  PaymentOutcomeSchema,
  paymentOutcomesPath,
} from '../../shared/payment-outcome'
import { isNotFound, request } from '../api/request'
import { createIntent } from './create-intent'
import { longNotice, minimumDuration, pause, shortNotice } from './minimum-duration'
import { forgetPendingOrder, type PendingOrder, rememberPendingOrder } from './pending-order'
import { nextOf, type PaymentError } from './state'
import type { CheckoutStore } from './store'

/** Waits between two questions, in ms; the last one repeats for as long as it takes. */
const waits = [1000, 1500, 2000, 3000, 5000]
const longestWait = 10_000
/** The same while the visitor may pay again meanwhile. */
const openWait = 5000
/** So many answers in a row say "open" before the card form is offered again: 9 s. */
const opensNeeded = 5
/** A payment that the server does not know is forgotten at this age, in ms. */
const forgottenAfter = 25 * 3_600_000
/** An answer that has not come after this time is not waited for, in ms. */
export const patience = 20_000

/**
 * What the server says of a payment now. A call that fails says nothing: `unknown`. `not-found` is
 * no release: the server may be another one, or not the one that was meant.
 */
export async function askPaymentOutcome(
  body: PaymentOutcomeRequest,
): Promise<PaymentOutcome | { outcome: 'not-found' }> {
  const unknown = { outcome: 'unknown' } as const
  const call = async () => {
    const response = await request(paymentOutcomesPath, { method: 'POST', body })
    return v.parse(PaymentOutcomeSchema, await response.json())
  }
  const failed = (error: unknown) =>
    isNotFound(error) ? ({ outcome: 'not-found' } as const) : unknown
  return Promise.race([call().catch(failed), pause(patience).then(() => unknown)])
}

/** Waits to ask again, having waited so many times; a line that comes back ends the wait. */
export function waitToAsk(waited: number): Promise<void> {
  return waitOrOnline(waits[waited] ?? longestWait)
}

interface Asking {
  signal: AbortSignal
  /** The visitor does not want this payment any more. */
  giveUp: boolean
  /** The payment was begun by another page, or by an earlier life of this one. */
  resumed: boolean
  /** What the attempt to pay ended with, shown if the payment turns out not to be captured. */
  error?: PaymentError | undefined
  /** The card form is open for this payment meanwhile. */
  isOffered?: boolean
}

/**
 * Asks the server until the payment has ended: ordered or released. Meanwhile the page shows that
 * it is checking, or, when the payment stays open, the card form for it. Ends early, as
 * `superseded`, when something else is begun with the payment.
 */
export async function settlePayment(
  store: CheckoutStore,
  pending: PendingOrder,
  { signal, giveUp, resumed, error, ...asking }: Asking,
): Promise<'ended' | 'superseded'> {
  // Until the server has answered, whoever reads the order takes it for one that may be paid.
  let order = { ...pending, unclear: true }
  rememberPendingOrder(order)
  let opens = 0
  let isOffered = asking.isOffered ?? false
  let isDrafted = false
  for (let waited = 0, isFirst = true; ; waited += 1, isFirst = false) {
    const { clientSecret, payload } = order
    const asked = askPaymentOutcome({
      clientSecret,
      // Late on its way, it would come after what the visitor corrected and paid meanwhile.
      order: isOffered && isDrafted ? null : payload,
      giveUp: giveUp && !isOffered,
    })
    const notice = giveUp && !resumed ? shortNotice : longNotice
    const answer = await (isFirst ? minimumDuration(notice, asked) : asked)
    if (signal.aborted) return 'superseded'

    if (answer.outcome === 'ordered' && !answer.hasOrder && isDrafted) {
      // The server has lost its draft: the next question brings the order again.
      isDrafted = false
      continue
    }
    if (answer.outcome === 'ordered') {
      forgetPendingOrder(order)
      const { amount: uah, userEmailSent } = answer
      const forWhom = payload.name
      store.dispatch({ type: 'paid-order-placed', uah, forWhom, userEmailSent, resumed })
      return 'ended'
    }
    if (answer.outcome === 'released') {
      forgetPendingOrder(order)
      release(store, order, resumed)
      return 'ended'
    }
    // The server cancels what is open for a day: what it does not know by then cannot be paid.
    if (answer.outcome === 'not-found' && Date.now() - payload.pressedAt > forgottenAfter) {
      forgetPendingOrder(order)
      store.dispatch({ type: 'payment-released', again: false })
      return 'ended'
    }

    opens = answer.outcome === 'open' ? opens + 1 : 0
    // The server keeps the order of a payment that is open.
    isDrafted ||= opens > 0
    // It is known again: the next answers come as soon as at first.
    if (opens === 1) waited = 0
    const refusal = answer.outcome === 'open' && !order.refusalShown ? answer.refusal : undefined
    if (refusal) {
      order = { ...order, refused: true, refusalShown: true }
      rememberPendingOrder(order)
      const refused = { ...refusal, kind: 'refused' } as const
      store.dispatch({ type: 'payment-open', order, error: refused })
      isOffered = true
    } else if (!isOffered && opens >= opensNeeded) {
      store.dispatch({ type: 'payment-open', order, error })
      isOffered = true
    } else if (isOffered && answer.outcome === 'pending') {
      store.dispatch({ type: 'payment-unclear', order })
      isOffered = false
    } else if (store.getState().payment.kind === 'giving-up') {
      store.dispatch({ type: 'payment-unclear', order })
    }
    await (isOffered ? waitOrOnline(openWait) : waitToAsk(waited))
    if (signal.aborted) return 'superseded'
  }
}

/** The intent is cancelled: another one may be created, if the visitor still wants to pay. */
function release(store: CheckoutStore, { uah }: PendingOrder, resumed: boolean): void {
  const { payment, donationEnabled } = store.getState()
  const next = nextOf(payment)
  const again = !resumed && !next && donationEnabled
  store.dispatch({ type: 'payment-released', again })
  const wanted = again ? uah : next?.uah
  if (wanted !== undefined && donationEnabled) createIntent(store, wanted)
}

function waitOrOnline(ms: number): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
  })
}
