import { minuteMs } from '../../shared/durations'
import type { Language } from '../../shared/language'
import type { Decline } from '../../shared/payment-outcome'
import type { CheckoutState, PaymentError } from '../checkout/state'
import { type CheckoutMessages, cardErrors, checkoutMessages } from '../locales/checkout-messages'
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

/** Says first whether money was taken, and then why the payment failed. */
export function describePaymentError(
  error: PaymentError,
  { language, payment }: Pick<CheckoutState, 'language' | 'payment'>,
): { isCharged?: string; cause: string } {
  const texts = checkoutMessages[language]
  if (error.kind === 'outcome-unknown') return { cause: texts.outcomeUnknown }
  if (error.kind === 'wallet-closed') return { cause: texts.notCharged }
  const cause = describeCause(error, language)
  const isUnclear = payment.kind === 'open' && payment.isUnclear
  return { isCharged: isUnclear ? texts.chargedOnce : texts.notCharged, cause }
}

function describeCause(
  error: Exclude<PaymentError, { kind: 'outcome-unknown' | 'wallet-closed' }>,
  language: Language,
): string {
  const texts = checkoutMessages[language]
  if (error.kind === 'too-many-attempts')
    return texts.tooManyAttempts(Math.ceil(error.waitMs / minuteMs))
  if (error.kind === 'not-started') return error.message || withOffline(texts.initFailed, texts)
  return translateCardError(error, language) || texts.paymentFailed
}

/** Adds that the device has no connection, if it knows. */
function withOffline(message: string, { offline }: CheckoutMessages): string {
  return navigator.onLine ? message : `${message} ${offline}`
}

/** Finds the error. The decline code is more specific than the code. */
function findCardError({ message = '', code = '', declineCode = '' }: Decline) {
  const found = findExactMessage(message) ?? findByKeywords(message)
  return found ?? findByCode(declineCode) ?? findByCode(code)
}
