import type { Language } from '../../shared/language'
import type { PaymentError } from '../checkout/state'
import type { CardError, CardErrorMessages } from './card-error'
import { findByCode } from './code-table'
import { findExactMessage } from './exact-messages'
import { findByKeywords } from './keyword-rules'
import { messages as en } from './messages-en'
import { messages as ru } from './messages-ru'
import { messages as uk } from './messages-uk'

export const cardErrorMessages: Record<Language, CardErrorMessages> = { uk, ru, en }

type Refusal = Extract<PaymentError, { kind: 'refused' }>

/**
 * The provider's refusal in the visitor's language: by the exact message, then by its words, then
 * by its code, and otherwise as the provider wrote it. Undefined when the provider said nothing.
 */
export function translateCardError(refusal: Refusal, language: Language): string | undefined {
  const error = findCardError(refusal)
  return error ? cardErrorMessages[language][error] : refusal.message
}

function findCardError({ message = '', code, declineCode }: Refusal): CardError | undefined {
  return findExactMessage(message) ?? findByKeywords(message) ?? findByCode(declineCode, code)
}
