import type { OwnMessage } from '../browser/card-messages'
import { hasValidCheckDigit } from '../payments/card-number'

export type FieldName = 'number' | 'expiry' | 'cvc'
type FieldTexts = Record<FieldName, string>

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

const isAmex = (digits: string) => /^3[47]/.test(digits)
const numberLength = (digits: string) => (isAmex(digits) ? 15 : 16)
const cvcLength = (digits: string) => (isAmex(digits) ? 4 : 3)

export function formatField(name: FieldName, texts: FieldTexts, deleting: boolean): string {
  if (name === 'number') return groupNumber(texts.number)
  if (name === 'expiry') return groupExpiry(texts.expiry, deleting)
  return digitsOf(texts.cvc).slice(0, cvcLength(digitsOf(texts.number)))
}

/** Writes `4242424242424242` as `4242 4242 4242 4242`. */
export function groupNumber(text: string): string {
  const digits = digitsOf(text)
  return digits.slice(0, numberLength(digits)).replace(/\d{4}(?=\d)/g, '$& ')
}

/** Writes `1230` and `12/30` as `12 / 30`. A first digit above 1 can only be a month of one digit. */
export function groupExpiry(text: string, deleting: boolean): string {
  const { month, year } = expiryParts(text)
  if (month.length < 2) return month
  if (year === '') return deleting ? month : `${month} / `
  return `${month} / ${year}`
}

export function expiryParts(text: string): { month: string; year: string } {
  const [, single, rest = ''] = /^\s*(\d)\s*\/(.*)$/.exec(text) ?? []
  const digits = single === undefined ? digitsOf(text) : `0${single}${digitsOf(rest)}`
  const padded = /^([2-9]|1[3-9])/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2)
  const isFull = year.length > 2 && year.startsWith('20')
  return { month: padded.slice(0, 2), year: isFull ? year.slice(2, 4) : year.slice(0, 2) }
}

const longestYears = 50

/** Returns what is wrong with a field, by the provider's name, or undefined if the field is complete. */
export function fieldError(field: FieldName, texts: FieldTexts, now: Date): OwnMessage | undefined {
  const digits = digitsOf(texts.number)
  if (field === 'cvc')
    return digitsOf(texts.cvc).length < cvcLength(digits) ? 'incomplete_cvc' : undefined
  if (field === 'number') {
    if (digits.length < numberLength(digits)) return 'incomplete_number'
    return hasValidCheckDigit(digits) ? undefined : 'invalid_number'
  }
  const { month, year } = expiryParts(texts.expiry)
  if (year.length < 2 || month === '00') return 'incomplete_expiry'
  const years = 2000 + Number(year) - now.getFullYear()
  if (years < 0) return 'invalid_expiry_year_past'
  if (years > longestYears) return 'invalid_expiry_year'
  return years === 0 && Number(month) < now.getMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}
