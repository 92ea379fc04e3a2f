import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { minuteMs } from '../../shared/durations'
import { toMailAddress } from '../../shared/email-address'
import { orderDraftPath, paymentIntentIdOf } from '../../shared/payment-intent'
import { request } from '../api/request'
import { minimumDuration, minShownMs, pause } from '../timing'
import { awaitOutcome } from './payment-outcome'
import {
  listPendingOrders,
  lockPayment,
  mayHaveCharged,
  type PendingOrder,
  rememberPendingOrder,
  wasDeclined,
} from './pending-order'
import { dispatch } from './reducer'
import { resumePendingOrder } from './resume'
import { sendPaidOrder } from './send-order'
import { isFrozen, type PaymentError } from './state'
import type { CheckoutStore } from './store'

export interface OpenCardForm {
  stripe: Stripe
  elements: StripeElements
  /** Apple Pay or Google Pay is chosen in it. */
  isWallet: boolean
}

interface FilledOrder {
  clientSecret: string
  /** Whole UAH. */
  uah: number
  payload: Omit<PendingOrder['payload'], 'pressedAt'>
}

/** Resolves once it is known what became of the payment, or the page began something else with it. */
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
  // The attempt before this one, after which the card form was opened again.
  const earlier = payment.kind === 'open' ? payment.order : undefined
  const order = toPendingOrder(filled, earlier)

  // Kept here, and sent as a draft, before the card can be charged.
  const signal = store.startPaymentTask()
  dispatch(store, { type: 'confirm-started', order })
  lockPayment(order)
  rememberPendingOrder(order)
  sendDraft(order)
  const { email } = order.payload
  const result = await minimumDuration(minShownMs, confirmCard(card, filled.clientSecret, email))
  // The visitor left the page and went back to it, which has begun to ask the server (`pageshow` in main.tsx).
  if (signal.aborted) return

  if (result.kind === 'succeeded') return sendPaidOrder(store, order)
  const asking = { signal, cancel: false, resumed: false }
  if (result.kind === 'unclear') {
    dispatch(store, { type: 'payment-unclear', order })
    await awaitOutcome(store, order, { ...asking, error: result.error })
    return
  }
  // Declined: the card form is opened again. An earlier attempt may still pay: then the server is asked, too.
  const mayEarlierPay = earlier !== undefined && mayHaveCharged(earlier)
  const attempt = mayEarlierPay ? 'declined-unclear' : 'declined'
  const declined: PendingOrder = { ...order, attempt }
  rememberPendingOrder(declined)
  dispatch(store, { type: 'payment-open', order: declined, error: result.error })
  if (mayEarlierPay) await awaitOutcome(store, declined, asking)
}

function toPendingOrder(filled: FilledOrder, earlier: PendingOrder | undefined): PendingOrder {
  // Later than the text before it, even if the clock was set back meanwhile.
  const pressedAt = Math.max(Date.now(), (earlier?.payload.pressedAt ?? 0) + 1)
  const payload = { ...filled.payload, pressedAt }
  return {
    ...filled,
    payload,
    attempt: earlier && wasDeclined(earlier) ? 'unclear-again' : 'unclear',
  }
}

/** A payment of another tab that may still succeed: this tab must not begin a second one. */
function findPaymentElsewhere({ clientSecret }: FilledOrder): PendingOrder | undefined {
  const isOver = ({ attempt }: PendingOrder) => attempt === 'declined' || attempt === 'paid'
  return listPendingOrders().find(order => order.clientSecret !== clientSecret && !isOver(order))
}

/** In case this page is closed between the charge and its order. A failure changes nothing. */
function sendDraft({ clientSecret, payload }: PendingOrder): void {
  const path = orderDraftPath(paymentIntentIdOf(clientSecret))
  const body = { ...payload, clientSecret }
  request(path, { method: 'PUT', body, keepalive: true }).catch(() => undefined)
}

type Confirmation =
  | { kind: 'succeeded' }
  /** This attempt charged nothing, and never will. Without `error` the visitor closed the wallet. */
  | { kind: 'declined'; error?: PaymentError }
  /** It may or may not have charged the card. */
  | { kind: 'unclear'; error?: PaymentError }

/** Longer than a bank's own check of the card holder. */
const confirmationTimeoutMs = 15 * minuteMs

/** Never rejects. The charge names the visitor's email, if the provider accepts it. */
export async function confirmCard(
  card: OpenCardForm,
  clientSecret: string,
  typed: string | null,
): Promise<Confirmation> {
  const timeout = pause(confirmationTimeoutMs).then(() => ({ kind: 'unclear' }) as const)
  const confirming = confirmWithEmail(card, clientSecret, toMailAddress(typed ?? ''))
  return Promise.race([confirming, timeout])
}

async function confirmWithEmail(
  card: OpenCardForm,
  clientSecret: string,
  email: string | null,
): Promise<Confirmation> {
  try {
    const { isWallet } = card
    // A second try would need a second sheet of the wallet.
    if (email === null || isWallet)
      return parseConfirmation(await confirm(card, clientSecret, {}), isWallet)
    const billing = { payment_method_data: { billing_details: { email } } }
    const answer = await confirm(card, clientSecret, billing)
    const isEmailRejected = answer.error && isAboutBilling(answer.error)
    return parseConfirmation(isEmailRejected ? await confirm(card, clientSecret, {}) : answer)
  } catch {
    return { kind: 'unclear', error: { kind: 'not-started' } }
  }
}

async function confirm(
  { stripe, elements }: OpenCardForm,
  clientSecret: string,
  billing: object,
): Promise<PaymentIntentResult> {
  const { error } = await elements.submit()
  if (error) return { error }
  return stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: `${window.location.origin}/`, ...billing },
    redirect: 'if_required',
  })
}

/** The provider rejected the request for its billing details, before it tried the card. */
function isAboutBilling(error: StripeError): boolean {
  if (error.type !== 'invalid_request_error' || error.payment_intent) return false
  return error.code === 'email_invalid' || (error.param?.includes('billing_details') ?? false)
}

export function parseConfirmation(
  { paymentIntent, error }: PaymentIntentResult,
  isWallet = false,
): Confirmation {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded') return { kind: 'succeeded' }
  if (!error) return { kind: 'unclear' }
  // A wallet has no field that could be wrong: the visitor closed it.
  if (isWallet && error.type === 'validation_error') return { kind: 'declined' }
  const { message, code, decline_code: declineCode } = error
  const decline = { kind: 'declined', message, code, declineCode } as const
  return { kind: chargedNothing(error) ? 'declined' : 'unclear', error: decline }
}

/** Another request for the payment may charge it, or (`rate_limit`) only its result was not read. */
const unclearCodes = [
  'idempotency_key_in_use',
  'lock_timeout',
  'payment_intent_unexpected_state',
  'rate_limit',
]

function chargedNothing({ type, code = '', payment_intent: intent }: StripeError): boolean {
  if (type === 'card_error' || type === 'validation_error') return true
  if (intent) return intent.status === 'requires_payment_method'
  const isRejected = type === 'invalid_request_error' || type === 'authentication_error'
  return isRejected && !unclearCodes.includes(code)
}
