import type { OwnMessage } from '../browser/card-messages'
import { cvcLength, digitsOf, hasValidCheckDigit, numberLength } from './card-number-text'
import { expiryParts } from './expiry-text'

export type FieldName = 'number' | 'expiry' | 'cvc'
export type FieldTexts = Record<FieldName, string>

/** A payer cannot have a card that is good for longer than this. */
const longestYears = 50

/** What is wrong with a field, as the provider names it, or undefined when it is complete. */
export function fieldFault(field: FieldName, texts: FieldTexts, now: Date): OwnMessage | undefined {
  if (field === 'number') return numberFault(texts.number)
  if (field === 'expiry') return expiryFault(texts.expiry, now)
  return digitsOf(texts.cvc).length < cvcLength(digitsOf(texts.number))
    ? 'incomplete_cvc'
    : undefined
}

function numberFault(text: string): OwnMessage | undefined {
  const digits = digitsOf(text)
  if (digits.length < numberLength(digits)) return 'incomplete_number'
  return hasValidCheckDigit(digits) ? undefined : 'invalid_number'
}

function expiryFault(text: string, now: Date): OwnMessage | undefined {
  const { month, year } = expiryParts(text)
  if (year.length < 2 || month === '00') return 'incomplete_expiry'
  const years = 2000 + Number(year) - now.getFullYear()
  if (years < 0) return 'invalid_expiry_year_past'
  if (years > longestYears) return 'invalid_expiry_year'
  return years === 0 && Number(month) < now.getMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}
