import type { Language } from '../../shared/language'
import type { Decline } from '../../shared/payment-outcome'
import { cardErrors } from '../locales/checkout-messages'
import { findByCode } from './code-table'
import { findByKeywords, findExactMessage } from './known-messages'

/**
 * Translates by the exact message, then by keywords, then by the code. Otherwise the original message
 * stays.
 */
export function translateCardError(decline: Decline, language: Language): string | undefined {
  const error = findCardError(decline)
  return error ? cardErrors[language][error] : decline.message
}

/** Finds the error. The decline code is more specific than the code. */
function findCardError({ message = '', code = '', declineCode = '' }: Decline) {
  const found = findExactMessage(message) ?? findByKeywords(message)
  return found ?? findByCode(declineCode) ?? findByCode(code)
}
