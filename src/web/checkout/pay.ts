import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { looksLikeEmail } from '../../shared/email-pattern'

import { orderDraftPath, paymentIntentIdOf } from '../../shared/payment-intent'
import { placeOrder } from '../api/place-order'
import { runMutation } from '../api/query-client'
import { isTooOften, request } from '../api/request'
import { minimumDuration, pause, shortNotice } from './minimum-duration'
import { patience, settlePayment } from './payment-outcome'
import {
  forgetPendingOrder,
  listPendingOrders,
  type PendingOrder,
  rememberPendingOrder,
} from './pending-order'
import { resumePendingOrder } from './resume'
import { isFrozen, type PaymentError } from './state'
import type { CheckoutStore } from './store'

/** The card form of one intent. */
export interface OpenCardForm {
  stripe: Stripe
  elements: StripeElements
}

/** What stands in the form when Pay is pressed. */
interface FilledOrder {
  clientSecret: string
  /** Whole UAH. */
  uah: number
  payload: Omit<PendingOrder['payload'], 'pressedAt'>
}

/** From the click on Pay to the stored order. The order is the one that stood at the click. */
export async function pay(
  store: CheckoutStore,
  card: OpenCardForm,
  filled: FilledOrder,
): Promise<void> {
  const state = store.getState()
  const { payment } = state
  if (isFrozen(state) || (payment.kind !== 'ready' && payment.kind !== 'open')) return
  const elsewhere = findPaymentElsewhere(filled)
  if (elsewhere) {
    await resumePendingOrder(store, elsewhere)
    return
  }
  const earlier = payment.kind === 'open' ? payment.order : undefined
  const unclear = earlier?.unclear ?? false
  const refusalShown = earlier?.refusalShown ?? false
  const payload = { ...filled.payload, pressedAt: Date.now() }
  const order = { ...filled, payload, refused: false, refusalShown, unclear }

  const signal = store.startPaymentTask()
  store.dispatch({ type: 'confirm-started', order })
  rememberPendingOrder(order)
  sendDraft(order)
  const { email } = order.payload
  const result = await minimumDuration(shortNotice, confirmCard(card, email))
  // The page was left for the bank's and came back as it stood: it is being checked already.
  if (signal.aborted) return
  if (result.kind === 'succeeded') return sendPaidOrder(store, order)

  const asking = { signal, giveUp: false, resumed: false }
  if (result.kind === 'unclear') {
    store.dispatch({ type: 'payment-unclear', order })
    await settlePayment(store, order, { ...asking, error: result.error })
    return
  }
  const refused = { ...order, refused: true, refusalShown: true }
  rememberPendingOrder(refused)
  const { error } = result
  store.dispatch({ type: 'payment-open', order: refused, error })
  // An attempt before this one may still succeed late.
  if (unclear) await settlePayment(store, refused, { ...asking, isOffered: true })
}

/** A payment that another tab began and that may still be taken: no second one is begun beside it. */
function findPaymentElsewhere({ clientSecret }: FilledOrder): PendingOrder | undefined {
  return listPendingOrders().find(
    order => order.clientSecret !== clientSecret && (!order.refused || order.unclear),
  )
}

/**
 * Sends an order whose payment was taken. The key is the payment's, so sending it again is
 * harmless; if it fails the visitor may send the same order again, and never pays again.
 */
export async function sendPaidOrder(store: CheckoutStore, order: PendingOrder): Promise<void> {
  const { uah, payload } = order
  store.dispatch({ type: 'payment-succeeded', order })
  try {
    const key = paymentIntentIdOf(order.clientSecret)
    const tooLate = pause(patience).then(() => Promise.reject(new Error('There was no answer.')))
    const call = runMutation(() => Promise.race([placeOrder(payload, key), tooLate]))
    const { userEmailSent } = await minimumDuration(shortNotice, call)
    forgetPendingOrder(order)
    const forWhom = payload.name
    store.dispatch({ type: 'paid-order-placed', uah, forWhom, userEmailSent, resumed: false })
  } catch (error) {
    const toast = { kind: isTooOften(error) ? 'order-too-often' : 'order-failed' } as const
    store.dispatch({ type: 'paid-order-failed', order, toast })
  }
}

/**
 * Leaves the order with the server before the card is charged, in case this page does not live
 * to send it. Never awaited, and its failure changes nothing for the visitor.
 */
function sendDraft({ clientSecret, payload }: PendingOrder): void {
  const path = orderDraftPath(paymentIntentIdOf(clientSecret))
  const body = { ...payload, clientSecret }
  request(path, { method: 'PUT', body, keepalive: true }).catch(() => undefined)
}

type Confirmation =
  | { kind: 'succeeded' }
  | { kind: 'refused'; error: PaymentError }
  /** It may or may not be taken. */
  | { kind: 'unclear'; error?: PaymentError }

/**
 * Asks the provider to take the payment; the visitor leaves the page only if the bank insists.
 * The address goes along, so that the charge says whose it is.
 */
export async function confirmCard(
  { stripe, elements }: OpenCardForm,
  email: string | null,
): Promise<Confirmation> {
  try {
    const answer = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: `${window.location.origin}/`,
        ...(email !== null &&
          looksLikeEmail(email) && { payment_method_data: { billing_details: { email } } }),
      },
      redirect: 'if_required',
    })
    return readConfirmation(answer)
  } catch {
    return { kind: 'unclear', error: { kind: 'not-started' } }
  }
}

/** A refusal of the card, or of what was typed, is certain; any other error proves nothing. */
export function readConfirmation({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded') return { kind: 'succeeded' }
  if (!error) return { kind: 'unclear' }
  const { type, message, code, decline_code: declineCode } = error
  const isRefused =
    type === 'card_error' || type === 'validation_error' || status === 'requires_payment_method'
  const refusal = { kind: 'refused', message, code, declineCode } as const
  return { kind: isRefused ? 'refused' : 'unclear', error: refusal }
}
