import type { CardError } from './messages-uk'

/**
 * The provider's `decline_code` and `code`. A lost or stolen card and a suspicion of fraud are
 * "declined" here: the provider advises not to show the card holder which one it was.
 */
const errorByCode: Partial<Record<string, CardError>> = {
  approve_with_id: 'not-processed',
  authentication_not_handled: 'secure-check-failed',
  authentication_required: 'authentication-required',
  call_issuer: 'declined-by-bank',
  card_decline_rate_limit_exceeded: 'too-often',
  card_declined: 'declined',
  card_not_supported: 'card-not-supported',
  card_velocity_exceeded: 'too-often',
  currency_not_supported: 'currency-not-supported',
  do_not_honor: 'declined-by-bank',
  do_not_try_again: 'declined-by-bank',
  expired_card: 'expired',
  fraudulent: 'declined',
  generic_decline: 'declined',
  incomplete_cvc: 'code-incomplete',
  incomplete_expiry: 'expiry-incomplete',
  incomplete_number: 'number-incomplete',
  incomplete_zip: 'postal-incomplete',
  incorrect_address: 'declined',
  incorrect_cvc: 'code-incorrect',
  incorrect_number: 'number-incorrect',
  incorrect_zip: 'zip-invalid',
  insufficient_funds: 'insufficient-funds',
  invalid_account: 'declined-by-bank',
  invalid_amount: 'declined-by-bank',
  invalid_cvc: 'code-invalid',
  invalid_expiry_month: 'expiry-month-invalid',
  invalid_expiry_month_past: 'expiry-past',
  invalid_expiry_year: 'expiry-year-invalid',
  invalid_expiry_year_past: 'expiry-past',
  invalid_number: 'number-invalid',
  issuer_not_available: 'processing-error',
  lost_card: 'declined',
  merchant_blacklist: 'declined',
  new_account_information_available: 'declined-by-bank',
  no_action_taken: 'declined-by-bank',
  not_permitted: 'declined-by-bank',
  payment_intent_authentication_failure: 'secure-check-failed',
  payment_method_unactivated: 'method-invalid',
  pickup_card: 'declined',
  postal_code_invalid: 'postal-invalid',
  processing_error: 'processing-error',
  rate_limit: 'too-often',
  reenter_transaction: 'not-processed',
  restricted_card: 'declined',
  revocation_of_all_authorizations: 'declined-by-bank',
  revocation_of_authorization: 'declined-by-bank',
  security_violation: 'declined-by-bank',
  service_not_allowed: 'declined-by-bank',
  stolen_card: 'declined',
  stop_payment_order: 'declined-by-bank',
  testmode_decline: 'declined',
  transaction_not_allowed: 'unsupported-purchase',
  try_again_later: 'processing-error',
  withdrawal_count_limit_exceeded: 'too-often',
}

/** The reason named by a code, the finer code first. */
export function findByCode(...codes: (string | undefined)[]): CardError | undefined {
  for (const code of codes) {
    const error = code === undefined ? undefined : errorByCode[code]
    if (error) return error
  }
  return undefined
}

export function knownCodes(): string[] {
  return Object.keys(errorByCode)
}
