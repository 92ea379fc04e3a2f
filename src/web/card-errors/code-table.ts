import type { CardError } from '../locales/checkout-messages'

/**
 * Maps the provider's `decline_code` and `code`. Decline codes without a message of their own are left
 * out. So are lost and stolen cards and fraud, because the provider advises against showing these
 * reasons: they come with `card_declined`, which the visitor reads.
 */
const errorByCode: Partial<Record<string, CardError>> = {
  authentication_required: 'authentication-required',
  card_decline_rate_limit_exceeded: 'too-often',
  card_declined: 'declined',
  card_not_supported: 'card-not-supported',
  card_velocity_exceeded: 'too-often',
  currency_not_supported: 'currency-not-supported',
  expired_card: 'expired',
  incomplete_cvc: 'code-incomplete',
  incomplete_expiry: 'expiry-incomplete',
  incomplete_number: 'number-incomplete',
  incomplete_zip: 'postal-incomplete',
  incorrect_cvc: 'code-incorrect',
  incorrect_number: 'number-incorrect',
  incorrect_zip: 'postal-invalid',
  insufficient_funds: 'insufficient-funds',
  invalid_cvc: 'code-invalid',
  invalid_expiry_month: 'expiry-month-invalid',
  invalid_expiry_month_past: 'expiry-past',
  invalid_expiry_year: 'expiry-year-invalid',
  invalid_expiry_year_past: 'expiry-past',
  invalid_number: 'number-invalid',
  payment_intent_authentication_failure: 'secure-check-failed',
  payment_intent_incompatible_payment_method: 'method-invalid',
  payment_intent_payment_attempt_expired: 'timeout',
  payment_intent_payment_attempt_failed: 'payment-failed',
  payment_method_currency_mismatch: 'currency-not-supported',
  payment_method_customer_decline: 'secure-check-failed',
  payment_method_provider_decline: 'declined',
  payment_method_provider_timeout: 'timeout',
  postal_code_invalid: 'postal-invalid',
  processing_error: 'processing-error',
  rate_limit: 'too-often',
  transaction_not_allowed: 'unsupported-purchase',
  withdrawal_count_limit_exceeded: 'too-often',
}

/** The provider's messages about invalid requests and conflicts are meant for developers. */
const invalidRequestCode =
  /^(api_key|email|idempotency_key|livemode|lock|parameters?|payment_intent|platform_api|resource|secret_key|testmode_charges|tls|url)_/

export function findByCode(code: string): CardError | undefined {
  const known = errorByCode[code]
  if (known) return known
  if (invalidRequestCode.test(code)) return 'something-wrong'
  return code.startsWith('payment_method_') ? 'method-invalid' : undefined
}
