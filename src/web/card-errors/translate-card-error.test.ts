import { expect, it } from 'vitest'
import { languages } from '../../shared/language'
import { cardErrors } from '../locales/checkout-messages'
import { findExactMessage, knownMessages } from './known-messages'
import { translateCardError } from './translate-card-error'

const decline = (message?: string, code?: string, declineCode?: string) =>
  ({ kind: 'declined', message, code, declineCode }) as const

it.each([
  ['Your card was declined.', 'declined'],
  ['Your card was declined by your bank.', 'declined-by-bank'],
  ['Do not honor', 'declined-by-bank'],
  ['Your card does not support this type of purchase.', 'unsupported-purchase'],
  ['Your card number is incorrect.', 'number-incorrect'],
  ['Your card number is invalid.', 'number-invalid'],
  ['Your card has expired.', 'expired'],
  ["Your card's expiration month is invalid.", 'expiry-month-invalid'],
  ["Your card's expiration year is invalid.", 'expiry-year-invalid'],
  ["Your card's security code is incorrect.", 'code-incorrect'],
  ["Your card's security code is invalid.", 'code-invalid'],
  ['Your postal code is invalid.', 'postal-invalid'],
  ['Your ZIP code is invalid.', 'postal-invalid'],
  ['Your card has insufficient funds.', 'insufficient-funds'],
  ['Your card was declined for suspected fraud.', 'suspected-fraud'],
  ['Authentication required', 'authentication-required'],
  ['Your card was reported lost.', 'lost-card'],
  ['Your card was reported stolen.', 'stolen-card'],
  ['An error occurred while processing your card. Try again in a little bit.', 'processing-error'],
  ['Your payment could not be processed.', 'not-processed'],
  ['Payment failed', 'payment-failed'],
  ['Something went wrong.', 'something-wrong'],
  ['Unable to connect', 'cannot-connect'],
  ['Network error', 'cannot-connect'],
  ['An unexpected error occurred.', 'something-wrong'],
  ['Timeout', 'timeout'],
  ['Invalid payment method', 'method-invalid'],
  ['This payment method is not available in your country.', 'method-not-in-country'],
  ['Currency not supported', 'currency-not-supported'],
  ['3D Secure authentication failed.', 'secure-check-failed'],
  ['Your bank requires authentication for this transaction.', 'authentication-required'],
  // The names of the specification's entries.
  ['Declined by bank', 'declined-by-bank'],
  ['Unsupported purchase type', 'unsupported-purchase'],
  ['Lost or stolen card', 'lost-card'],
  ['Your card was reported lost or stolen.', 'lost-card'],
  ['Request timed out', 'timeout'],
  ['Payment method unavailable in your country', 'method-not-in-country'],
  ['Bank requires authentication', 'authentication-required'],
  ['Your bank requires authentication.', 'authentication-required'],
  ['Your card number is incomplete.', 'number-incomplete'],
  ['Your card’s expiration date is incomplete.', 'expiry-incomplete'],
  ['Your card’s security code is incomplete.', 'code-incomplete'],
  ['Your card’s expiration year is in the past.', 'expiry-past'],
  ['Your card is not supported.', 'card-not-supported'],
  ['Your postal code is incomplete.', 'postal-incomplete'],
  [
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    'secure-check-failed',
  ],
  [
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'too-often',
  ],
  [
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
    'cannot-connect',
  ],
  // By their words alone.
  ['The card was declined once more', 'declined'],
  ['This thing expired yesterday', 'expired'],
  ['That security code looks incorrect', 'code-incorrect'],
  ['That security code looks invalid', 'code-invalid'],
  ['The card number seems incorrect', 'number-incorrect'],
  ['The card number seems invalid', 'number-invalid'],
  ['There are insufficient funds there', 'insufficient-funds'],
  ['Error while processing it', 'processing-error'],
  ['This payment has failed', 'payment-failed'],
  ['An expiration month that is invalid', 'expiry-month-invalid'],
  ['An expiration year that is invalid', 'expiry-year-invalid'],
  ['Check the postal code', 'postal-invalid'],
  ['Check the zip code', 'postal-invalid'],
  ['Some authentication is required', 'authentication-required'],
  ['3D Secure has failed', 'secure-check-failed'],
  ['It smells of fraud', 'suspected-fraud'],
] as const)('says of "%s" in three languages: %s', (message, error) => {
  for (const language of languages)
    expect(translateCardError(decline(message), language)).toBe(cardErrors[language][error])
})

it('knows a message whatever its apostrophes, spaces, capitals and final dot', () => {
  for (const [error, known] of Object.entries(knownMessages))
    for (const message of known) {
      const variant = `  ${message.toUpperCase().replace(/'/g, '’').replace(/ /g, '  ').replace(/\.$/, '')} `
      expect(findExactMessage(variant)).toBe(error)
    }
})

it.each([
  ['a message before a code', 'Your card has expired.', 'incorrect_cvc', '', 'expired'],
  ['the finer code', 'Отказ', 'card_declined', 'insufficient_funds', 'insufficient-funds'],
  ['no loss', '', 'card_declined', 'lost_card', 'declined'],
  ['no theft', '', 'card_declined', 'stolen_card', 'declined'],
  ['no suspicion', '', 'card_declined', 'fraudulent', 'declined'],
  ['no reason of the bank', '', 'card_declined', 'pickup_card', 'declined'],
] as const)('goes by %s', (_, message, code, declineCode, error) => {
  const translated = translateCardError(decline(message, code, declineCode), 'en')
  expect(translated).toBe(cardErrors.en[error])
})

it('shows the original message when nothing matches', () => {
  expect(translateCardError(decline('Щось інше', 'new_code'), 'en')).toBe('Щось інше')
  expect(translateCardError(decline(undefined), 'en')).toBeUndefined()
})
