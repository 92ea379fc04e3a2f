import { describe, expect, it } from 'vitest'
import { languages } from '../../shared/language'
import { type CardError, cardErrors } from '../locales/late-messages'
import { findExactMessage, knownMessages } from './known-messages'
import { translateCardError } from './translate-card-error'

function refusal(message?: string, code?: string, declineCode?: string) {
  return { kind: 'refused', message, code, declineCode } as const
}

describe('the card error catalogue', () => {
  it.each(Object.entries(knownMessages))('says %s in three languages', (error, known) => {
    for (const language of languages)
      for (const message of known)
        expect(translateCardError(refusal(message), language)).toBe(
          cardErrors[language][error as CardError],
        )
  })

  it.each([
    ['Your card was declined.', 'declined'],
    ['Your card was declined by your bank.', 'declined-by-bank'],
    ['Do not honor', 'do-not-honor'],
    ['Your card does not support this type of purchase.', 'unsupported-purchase'],
    ['Your card number is incorrect.', 'number-incorrect'],
    ['Your card number is invalid.', 'number-invalid'],
    ['Your card has expired.', 'expired'],
    ["Your card's expiration month is invalid.", 'expiry-month-invalid'],
    ["Your card's expiration year is invalid.", 'expiry-year-invalid'],
    ["Your card's security code is incorrect.", 'code-incorrect'],
    ["Your card's security code is invalid.", 'code-invalid'],
    ['Your postal code is invalid.', 'postal-invalid'],
    ['Your ZIP code is invalid.', 'zip-invalid'],
    ['Your card has insufficient funds.', 'insufficient-funds'],
    ['Your card was declined for suspected fraud.', 'suspected-fraud'],
    ['Authentication required', 'authentication-required'],
    ['Your card was reported lost.', 'lost-card'],
    ['Your card was reported stolen.', 'stolen-card'],
    [
      'An error occurred while processing your card. Try again in a little bit.',
      'processing-error',
    ],
    ['Your payment could not be processed.', 'not-processed'],
    ['Payment failed', 'payment-failed'],
    ['Something went wrong.', 'something-wrong'],
    ['Unable to connect', 'cannot-connect'],
    ['Network error', 'network-error'],
    ['An unexpected error occurred.', 'unexpected-error'],
    ['Timeout', 'timeout'],
    ['Invalid payment method', 'method-invalid'],
    ['This payment method is not available in your country.', 'method-not-in-country'],
    ['Currency not supported', 'currency-not-supported'],
    ['3D Secure authentication failed.', 'secure-check-failed'],
    ['Your bank requires authentication for this transaction.', 'bank-requires-authentication'],
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
  ] as const)('takes "%s" for %s', (message, error) => {
    expect(translateCardError(refusal(message), 'uk')).toBe(cardErrors.uk[error])
  })

  it('knows a message whatever its apostrophes, spaces, capitals and final dot', () => {
    for (const message of Object.values(knownMessages).flat()) {
      const bent = `  ${message.toUpperCase().replace(/'/g, '’').replace(/ /g, '  ').replace(/\.$/, '')} `
      expect(findExactMessage(bent)).toBe(findExactMessage(message))
      expect(findExactMessage(message)).toBeDefined()
    }
  })

  it.each([
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
    ['Check the zip code', 'zip-invalid'],
    ['Some authentication is required', 'authentication-required'],
    ['3D Secure has failed', 'secure-check-failed'],
    ['It smells of fraud', 'suspected-fraud'],
  ] as const)('understands "%s" by its words', (message, error) => {
    expect(translateCardError(refusal(message), 'uk')).toBe(cardErrors.uk[error])
  })

  it('goes by the code only where the raw message would show', () => {
    const raw = 'Wir konnten die Karte nicht belasten'
    expect(translateCardError(refusal(raw, 'expired_card'), 'en')).toBe(cardErrors.en.expired)
    expect(translateCardError(refusal('Your card has expired.', 'incorrect_cvc'), 'en')).toBe(
      cardErrors.en.expired,
    )
  })

  it('prefers the finer code to the general one', () => {
    const told = translateCardError(refusal('Отказ', 'card_declined', 'insufficient_funds'), 'ru')
    expect(told).toBe(cardErrors.ru['insufficient-funds'])
  })

  it('never reveals by its code that a card is lost, stolen or suspected', () => {
    for (const code of ['lost_card', 'stolen_card', 'fraudulent', 'pickup_card']) {
      expect(translateCardError(refusal('', 'card_declined', code), 'uk')).toBe(
        cardErrors.uk.declined,
      )
    }
  })

  it('shows the original message when nothing matches', () => {
    expect(translateCardError(refusal('Щось інше', 'new_code'), 'en')).toBe('Щось інше')
    expect(translateCardError(refusal(undefined), 'en')).toBeUndefined()
  })
})
