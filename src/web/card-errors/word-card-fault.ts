import type { Language } from '../../shared/language'
import type { PaymentFault } from '../checkout/desk-state'
import type { CardFault, CardFaultTexts } from './card-fault'
import { findByCode } from './code-table'
import { findExactMessage } from './exact-messages'
import { findByKeywords } from './keyword-rules'
import { texts as en } from './texts-en'
import { texts as ru } from './texts-ru'
import { texts as uk } from './texts-uk'

export const cardFaultTexts: Record<Language, CardFaultTexts> = { uk, ru, en }

type Refusal = Extract<PaymentFault, { kind: 'refused' }>

/**
 * The provider's refusal in the visitor's language: by the exact message, then by its words, then
 * by its code, and otherwise as the provider wrote it. Undefined when the provider said nothing.
 */
export function wordCardFault(refusal: Refusal, language: Language): string | undefined {
  const fault = findCardFault(refusal)
  return fault ? cardFaultTexts[language][fault] : refusal.message
}

function findCardFault({ message = '', code, declineCode }: Refusal): CardFault | undefined {
  return findExactMessage(message) ?? findByKeywords(message) ?? findByCode(declineCode, code)
}
