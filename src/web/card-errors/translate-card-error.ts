import type { Language } from '../../shared/language'
import { keepTogether } from '../../shared/plain-text'
import type { CheckoutState, PaymentError } from '../checkout/state'
import { lateMessagesIn } from '../locales/late-messages-in'
import type { LateMessages } from '../locales/late-uk'
import { errorByCode } from './code-table'
import { findByKeywords, findExactMessage } from './known-messages'
import { messages as en } from './messages-en'
import { messages as ru } from './messages-ru'
import { type CardErrorMessages, messages as uk } from './messages-uk'

export const cardErrorMessages: Record<Language, CardErrorMessages> = { uk, ru, en }

type Refusal = Extract<PaymentError, { kind: 'refused' }>

/**
 * Looks up the exact message, then keywords, then the code; otherwise returns the provider's message.
 * Undefined: there is none.
 */
export function translateCardError(refusal: Refusal, language: Language): string | undefined {
  const error = findCardError(refusal)
  return error ? cardErrorMessages[language][error] : refusal.message
}

/** Why a payment failed, and whether money was taken. */
export function describePaymentError(
  error: PaymentError,
  { locale: { language }, payment }: Pick<CheckoutState, 'locale' | 'payment'>,
): string[] {
  const late = lateMessagesIn(language)
  const translated = error.kind === 'refused' ? translateCardError(error, language) : undefined
  const message = translated ? keepTogether(translated) : errorMessage(error, late)
  if (error.kind === 'outcome-unknown') return [message]
  // An earlier attempt may still succeed.
  if (payment.kind === 'open' && payment.order.attempt !== 'declined')
    return [message, late.chargedOnce]
  // This one says so itself.
  if (translated === cardErrorMessages[language].declined) return [message]
  return [message, late.notCharged]
}

/** The decline code is more specific than the code. */
function findCardError({ message = '', code = '', declineCode = '' }: Refusal) {
  const found = findExactMessage(message) ?? findByKeywords(message)
  return found ?? errorByCode[declineCode] ?? errorByCode[code]
}

function errorMessage(error: PaymentError, messages: LateMessages): string {
  switch (error.kind) {
    case 'not-started':
      return error.message || messages.initFailed
    case 'too-often':
      return messages.paymentTooOften
    case 'refused':
      return messages.paymentFailed
    case 'outcome-unknown':
      return messages.outcomeUnknown
  }
}
