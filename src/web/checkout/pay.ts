import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { CandleOrderPayload } from '../../shared/candle-order'
import { minuteMs } from '../../shared/durations'
import { toMailAddress } from '../../shared/mail-address'
import type { PaymentError } from '../card-errors/describe-payment-error'
import { minimumDuration, minShownMs, pause } from '../timing'
import { checkPayment } from './payment-outcome'
import {
  forgetPayment,
  isRemembered,
  listPendingPayments,
  rememberPayment,
} from './pending-payment'
import { dispatch } from './reducer'
import { resumePayment } from './resume'
import { sendPaidOrder } from './send-order'
import { sendWords } from './send-words'
import { type Donation, identifyDecline, isFrozen } from './state'
import type { CheckoutStore } from './store'

export interface OpenCardForm {
  stripe: Stripe
  elements: StripeElements
  /** True if Apple Pay or Google Pay is chosen in the form. */
  isWallet: boolean
}

interface FilledOrder {
  clientSecret: string
  /** Whole UAH. */
  uah: number
  words: CandleOrderPayload
}

/**
 * Confirms the card once the server has the order's words. Resolves when the outcome of the payment is
 * known, or the page began something else with it.
 */
export async function pay(
  store: CheckoutStore,
  card: OpenCardForm,
  { clientSecret, uah, words }: FilledOrder,
): Promise<void> {
  const state = store.getState()
  const { payment: before } = state
  if (isFrozen(state) || (before.kind !== 'ready' && before.kind !== 'open')) return
  // A payment of another tab or an earlier page may still succeed, so a second one must not begin.
  const another = listPendingPayments().find(record => record.clientSecret !== clientSecret)
  if (another) {
    await resumePayment(store, another)
    return
  }

  // This comes before any wait, because Safari opens a wallet's sheet only within the click.
  const submitting = submitCard(card)
  const storing = sendWords(clientSecret, words)
  const signal = store.startPaymentTask()
  const shownDecline = before.kind === 'open' ? before.donation.shownDecline : undefined
  let donation: Donation = { clientSecret, uah, words, shownDecline }
  const isUnclear = isRemembered(donation)
  rememberPayment(donation)
  dispatch(store, { type: 'pay-clicked', donation })

  const confirm = async (): Promise<Confirmation> => {
    const failed = await submitting
    if (failed) return failed
    const stored = await storing
    if (stored === 'failed') return { kind: 'not-begun', error: { kind: 'not-started' } }
    donation = { ...donation, hasWordsStored: stored === 'stored' }
    // The visitor left and came back, and `pageshow` in main.tsx has begun to ask the server.
    if (signal.aborted) return { kind: 'not-begun' }
    return confirmCard(card, clientSecret, words.email)
  }
  const result = await minimumDuration(minShownMs, confirm())
  if (signal.aborted) return

  const { kind, error } = result
  if (kind === 'succeeded') return sendPaidOrder(store, donation, words)
  if (kind === 'unclear') {
    dispatch(store, { type: 'payment-unclear', donation })
    await checkPayment(store, donation, error)
    return
  }
  // This click charged nothing. Unless an earlier one still may, there is nothing left to ask.
  if (!isUnclear) forgetPayment(donation)
  if (error?.kind === 'declined') donation = { ...donation, shownDecline: identifyDecline(error) }
  if (kind === 'not-begun') dispatch(store, { type: 'payment-not-begun', before, error })
  else dispatch(store, { type: 'payment-open', donation, isUnclear, error })
  if (isUnclear) await checkPayment(store, donation)
}

type Confirmation =
  | { kind: 'succeeded'; error?: undefined }
  /** The provider was never asked to charge the card. */
  | { kind: 'not-begun'; error?: PaymentError }
  /** This attempt charged nothing, and never will. */
  | { kind: 'declined'; error?: PaymentError }
  /** This attempt may have charged the card. */
  | { kind: 'unclear'; error?: PaymentError }

/** No bank's own check of the card holder takes so long, ms. */
const confirmationTimeoutMs = 15 * minuteMs

/**
 * Validates the card or opens the wallet's sheet. It never rejects, and returns undefined if the card can
 * be confirmed. A script without `submit` does both as it confirms.
 */
async function submitCard({ elements, isWallet }: OpenCardForm): Promise<Confirmation | undefined> {
  const notStarted = { kind: 'not-begun', error: { kind: 'not-started' } } as const
  const submit = async () => {
    const { error } = await elements.submit()
    return error && ({ kind: 'not-begun', error: reasonOf(error, isWallet) } as const)
  }
  if (!('submit' in elements)) return undefined
  return Promise.race([
    submit().catch(() => notStarted),
    pause(confirmationTimeoutMs).then(() => notStarted),
  ])
}

/** Confirms the card and never rejects. The charge names the visitor's email if the provider accepts it. */
export async function confirmCard(
  card: OpenCardForm,
  clientSecret: string,
  typed: string | null = null,
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
  const { elements, isWallet } = card
  try {
    // A wallet would have to open its sheet a second time.
    if (email === null || isWallet)
      return parseConfirmation(await confirm(card, clientSecret), isWallet)
    const billing = { payment_method_data: { billing_details: { email } } }
    const answer = await confirm(card, clientSecret, billing)
    if (!answer.error || !isAboutBilling(answer.error)) return parseConfirmation(answer)
    await elements.submit?.()
    return parseConfirmation(await confirm(card, clientSecret))
  } catch {
    return { kind: 'unclear', error: { kind: 'not-started' } }
  }
}

function confirm(
  { stripe, elements }: OpenCardForm,
  clientSecret: string,
  billing: object = {},
): Promise<PaymentIntentResult> {
  return stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: `${window.location.origin}/`, ...billing },
    redirect: 'if_required',
  })
}

/** Returns whether the provider rejected the billing details, before it tried the card. */
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
  const kind = chargedNothing(error) ? 'declined' : 'unclear'
  return { kind, error: reasonOf(error, isWallet) }
}

function reasonOf(error: StripeError, isWallet: boolean): PaymentError {
  // A wallet has no fields, so this error means that the visitor closed it.
  if (isWallet && error.type === 'validation_error') return { kind: 'wallet-closed' }
  const { message, code, decline_code: declineCode, charge } = error
  return { kind: 'declined', message, code, declineCode, charge }
}

/**
 * With these codes another request may charge the payment, or (`rate_limit`) only the result was not
 * read.
 */
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
