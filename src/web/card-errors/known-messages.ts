import type { CardError } from '../locales/checkout-messages'

/**
 * The messages that the provider is known to send, and those of the specification. Other wordings are
 * listed only if the keywords below do not find them.
 */
export const knownMessages: Record<CardError, readonly string[]> = {
  declined: ['Your card was declined.'],
  'declined-by-bank': [
    'Your card was declined by your bank.',
    'Your card was declined by the bank.',
    'Declined by bank',
    'Your bank declined the transaction.',
    'Do not honor',
    'Your card was declined: do not honor.',
  ],
  'unsupported-purchase': [
    'Your card does not support this type of purchase.',
    'Unsupported purchase type',
  ],
  'card-not-supported': ['Your card is not supported.'],
  'number-incorrect': ['Your card number is incorrect.'],
  'number-invalid': [
    'Your card number is invalid.',
    'The card number is not a valid credit card number.',
  ],
  'number-incomplete': ['Your card number is incomplete.'],
  expired: ['Your card has expired.'],
  'expiry-incomplete': ["Your card's expiration date is incomplete."],
  'expiry-past': [
    "Your card's expiration date is in the past.",
    "Your card's expiration year is in the past.",
  ],
  'expiry-month-invalid': ["Your card's expiration month is invalid."],
  'expiry-year-invalid': ["Your card's expiration year is invalid."],
  'code-incorrect': ["Your card's security code is incorrect."],
  'code-invalid': ["Your card's security code is invalid."],
  'code-incomplete': ["Your card's security code is incomplete."],
  'postal-invalid': [
    'Your postal code is invalid.',
    'Your ZIP code is invalid.',
    'Your ZIP is invalid.',
  ],
  'postal-incomplete': ['Your postal code is incomplete.', 'Your ZIP is incomplete.'],
  'insufficient-funds': ['Your card has insufficient funds.'],
  'too-often': [
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  'suspected-fraud': ['Your card was declined for suspected fraud.'],
  'authentication-required': [
    'Your card was declined. This transaction requires authentication.',
    'This transaction requires authentication.',
    'Authentication required',
    'Your bank requires authentication for this transaction.',
    'Your bank requires authentication.',
    'Bank requires authentication',
  ],
  'secure-check-failed': [
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    '3D Secure authentication failed.',
  ],
  'lost-card': [
    'Your card was reported lost.',
    'Your card was reported lost or stolen.',
    'Lost card',
    'Lost or stolen card',
  ],
  'stolen-card': ['Your card was reported stolen.', 'Stolen card'],
  'processing-error': [
    'An error occurred while processing your card. Try again in a little bit.',
    'Processing error',
  ],
  'not-processed': [
    'Your payment could not be processed.',
    'The payment could not be processed.',
    'Payment could not be processed.',
  ],
  'payment-failed': ['Payment failed'],
  'something-wrong': [
    'Something went wrong.',
    'Something went wrong. Please try again.',
    'An unexpected error occurred.',
    'An unexpected error occured.',
    'Unexpected error',
  ],
  'cannot-connect': [
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
    'Unable to connect',
    'Unable to connect to the payment service.',
    'Network error',
    'A network error occurred.',
    'Failed to fetch',
  ],
  timeout: ['Timeout', 'Request timeout', 'Request timed out', 'The request timed out.'],
  'method-invalid': ['Invalid payment method', 'Your payment method is invalid.'],
  'method-not-in-country': [
    'This payment method is not available in your country.',
    'Payment method not available in your country.',
    'Payment method unavailable in your country.',
  ],
  'currency-not-supported': [
    'Currency not supported',
    'Your card does not support this currency.',
    'This currency is not supported.',
  ],
}

const errorByMessage = new Map(
  Object.entries(knownMessages).flatMap(([error, known]) =>
    known.map(message => [normaliseMessage(message), error as CardError]),
  ),
)

export function findExactMessage(message: string): CardError | undefined {
  return errorByMessage.get(normaliseMessage(message))
}

/** The first rule whose words are all in the message applies. */
const rules: readonly [CardError, RegExp, RegExp?][] = [
  ['declined', /card/, /declined/],
  ['expired', /expired/],
  ['code-incorrect', /security code/, /incorrect/],
  ['code-invalid', /security code/, /invalid/],
  ['number-incorrect', /card number/, /incorrect/],
  ['number-invalid', /card number/, /invalid/],
  ['insufficient-funds', /insufficient funds/],
  ['processing-error', /processing/, /error/],
  ['payment-failed', /payment/, /failed/],
  ['expiry-month-invalid', /expiration month/, /invalid/],
  ['expiry-year-invalid', /expiration year/, /invalid/],
  ['postal-invalid', /postal code/],
  ['postal-invalid', /zip code/],
  ['authentication-required', /authentication/, /required/],
  ['secure-check-failed', /3d secure/, /failed/],
  ['suspected-fraud', /fraud/],
  // The provider says so if a wallet was closed.
  ['payment-failed', /payment (was|has been) cancell?ed/],
]

export function findByKeywords(message: string): CardError | undefined {
  const text = normaliseMessage(message)
  return rules.find(([, first, second]) => first.test(text) && (second?.test(text) ?? true))?.[0]
}

/** Normalizes the spelling: straight apostrophes, single spaces, lower case, no final dot. */
function normaliseMessage(message: string): string {
  return message
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
}
