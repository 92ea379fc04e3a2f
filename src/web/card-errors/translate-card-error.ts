import type { Language } from '../../shared/language'
import type { Refusal } from '../../shared/payment-outcome'
import type { CheckoutState, PaymentError } from '../checkout/state'
import { cardErrors, type LateMessages, lateMessages } from '../locales/late-messages'
import { findByCode } from './code-table'
import { findByKeywords, findExactMessage } from './known-messages'

/** By the exact message, then keywords, then the code; otherwise the provider's message, if any. */
export function translateCardError(refusal: Refusal, language: Language): string | undefined {
  const error = findCardError(refusal)
  return error ? cardErrors[language][error] : refusal.message
}

/** Why a payment failed, and whether money was taken. */
export function describePaymentError(
  error: PaymentError,
  { language, payment }: Pick<CheckoutState, 'language' | 'payment'>,
): string[] {
  const late = lateMessages[language]
  const translated = error.kind === 'refused' ? translateCardError(error, language) : undefined
  const message = translated || errorMessage(error, late)
  if (error.kind === 'outcome-unknown') return [message]
  // An earlier attempt may still succeed.
  if (payment.kind === 'open' && payment.order.attempt !== 'declined')
    return [message, late.chargedOnce]
  return [message, late.notCharged]
}

/** The decline code is more specific than the code. */
function findCardError({ message = '', code = '', declineCode = '' }: Refusal) {
  const found = findExactMessage(message) ?? findByKeywords(message)
  return found ?? findByCode(declineCode) ?? findByCode(code)
}

function errorMessage(error: PaymentError, messages: LateMessages): string {
  switch (error.kind) {
    case 'not-started':
      return error.message || messages.initFailed
    case 'refused':
      return messages.paymentFailed
    case 'outcome-unknown':
      return messages.outcomeUnknown
  }
}
