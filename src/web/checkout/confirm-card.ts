import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { toMailAddress } from '../../shared/email-address'
import { pause } from '../timing'
import type { PaymentError } from './state'

export interface OpenCardForm {
  stripe: Stripe
  elements: StripeElements
  /** Apple Pay or Google Pay is chosen in it. */
  isWallet: boolean
}

export type Confirmation =
  | { kind: 'succeeded' }
  /** This attempt charged nothing, and never will. Without `error` the visitor closed the wallet. */
  | { kind: 'declined'; error?: PaymentError }
  /** It may or may not have charged the card. */
  | { kind: 'unclear'; error?: PaymentError }

/** Longer than a bank's own check of the card holder. */
const confirmationTimeoutMs = 15 * 60_000

/** Never rejects. The charge names the visitor's email, if the provider accepts it. */
export async function confirmCard(card: OpenCardForm, typed: string | null): Promise<Confirmation> {
  const timeout = pause(confirmationTimeoutMs).then(() => ({ kind: 'unclear' }) as const)
  return Promise.race([confirmWithEmail(card, toMailAddress(typed ?? '')), timeout])
}

async function confirmWithEmail(card: OpenCardForm, email: string | null): Promise<Confirmation> {
  try {
    const { isWallet } = card
    if (email === null) return readConfirmation(await confirm(card, {}), isWallet)
    const billing = { payment_method_data: { billing_details: { email } } }
    const answer = await confirm(card, billing)
    const isEmailRejected = answer.error && isAboutBilling(answer.error)
    return readConfirmation(isEmailRejected ? await confirm(card, {}) : answer, isWallet)
  } catch {
    return { kind: 'unclear', error: { kind: 'not-started' } }
  }
}

function confirm(
  { stripe, elements }: OpenCardForm,
  billing: object,
): Promise<PaymentIntentResult> {
  return stripe.confirmPayment({
    elements,
    confirmParams: { return_url: `${window.location.origin}/`, ...billing },
    redirect: 'if_required',
  })
}

/** The provider rejected the request for its billing details, before it tried the card. */
function isAboutBilling(error: StripeError): boolean {
  if (error.type !== 'invalid_request_error' || error.payment_intent) return false
  return error.code === 'email_invalid' || (error.param?.includes('billing_details') ?? false)
}

export function readConfirmation(
  { paymentIntent, error }: PaymentIntentResult,
  isWallet = false,
): Confirmation {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded') return { kind: 'succeeded' }
  if (!error) return { kind: 'unclear' }
  // A wallet has no field that could be wrong.
  if (isWallet && error.type === 'validation_error') return { kind: 'declined' }
  const { message, code, decline_code: declineCode } = error
  const decline = { kind: 'declined', message, code, declineCode } as const
  return { kind: chargedNothing(error) ? 'declined' : 'unclear', error: decline }
}

/** Another request for the payment may charge it, or (`rate_limit`) only its result was not read. */
const openCodes = [
  'idempotency_key_in_use',
  'lock_timeout',
  'payment_intent_unexpected_state',
  'rate_limit',
]

function chargedNothing({ type, code = '', payment_intent: intent }: StripeError): boolean {
  if (type === 'card_error' || type === 'validation_error') return true
  if (intent) return intent.status === 'requires_payment_method'
  const isRejected = type === 'invalid_request_error' || type === 'authentication_error'
  return isRejected && !openCodes.includes(code)
}
