import type { CardError } from '../locales/late-messages'

/**
 * The provider's `decline_code` and `code`. Those of a lost or stolen card and of a suspicion of
 * fraud are left out, so that the visitor reads only `card_declined`, which comes with them: the
 * provider advises against showing the reason.
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
  new_account_information_available: 'declined-by-bank',
  no_action_taken: 'declined-by-bank',
  not_permitted: 'declined-by-bank',
  payment_intent_authentication_failure: 'secure-check-failed',
  payment_intent_incompatible_payment_method: 'method-invalid',
  payment_intent_payment_attempt_expired: 'timeout',
  payment_intent_payment_attempt_failed: 'payment-failed',
  payment_method_currency_mismatch: 'currency-not-supported',
  payment_method_customer_decline: 'secure-check-failed',
  payment_method_invalid_parameter: 'method-invalid',
  payment_method_not_available: 'method-invalid',
  payment_method_provider_decline: 'declined',
  payment_method_provider_timeout: 'timeout',
  payment_method_unactivated: 'method-invalid',
  payment_method_unexpected_state: 'method-invalid',
  postal_code_invalid: 'postal-invalid',
  processing_error: 'processing-error',
  rate_limit: 'too-often',
  reenter_transaction: 'not-processed',
  revocation_of_all_authorizations: 'declined-by-bank',
  revocation_of_authorization: 'declined-by-bank',
  security_violation: 'declined-by-bank',
  service_not_allowed: 'declined-by-bank',
  stop_payment_order: 'declined-by-bank',
  transaction_not_allowed: 'unsupported-purchase',
  try_again_later: 'processing-error',
  withdrawal_count_limit_exceeded: 'too-often',
}

/** An invalid request or a conflict: the provider's message is meant for developers. */
const invalidRequestCode =
  /^(api_key|email|idempotency_key|livemode|lock|parameters?|payment_intent|platform_api|resource|secret_key|testmode_charges|tls|url)_/

export function findByCode(code: string): CardError | undefined {
  return errorByCode[code] ?? (invalidRequestCode.test(code) ? 'something-wrong' : undefined)
}
