import { maximumDonation, minimumDonation } from '../../shared/donation-amount'

export type AmountReading =
  | { kind: 'empty' }
  | { kind: 'amount'; uah: number }
  | { kind: 'belowMinimum' | 'aboveMaximum' | 'notWhole' }

/** Matches digits, their groups of three and kopiykas. A comma or dot before three digits may mean either. */
const written = /^(-?)(\d+|\d{1,3}(?:[ '’]\d{3})+)(?:[.,](\d*))?$/
const hryvnia = /^(?:₴|грн\.?|гривень|гривен|UAH)|(?:₴|грн\.?|гривень|гривен|UAH)$/gi

/**
 * Reads an amount that can mean only one thing: `1 000`, `500,00`, `٥٠٠ грн`. Other currencies are no
 * amount.
 */
export function parseCustomAmount(typed: string): AmountReading {
  const text = toPlainDigits(typed.slice(0, 100)).trim().replace(hryvnia, '').trim()
  if (text === '') return { kind: 'empty' }
  const [, sign, digits = '', kopiykas = ''] = written.exec(text) ?? []
  if (sign === undefined || !/^0{0,2}$/.test(kopiykas)) return { kind: 'notWhole' }
  const uah = Number(sign + digits.replace(/\D/g, ''))
  if (uah < minimumDonation) return { kind: 'belowMinimum' }
  if (uah > maximumDonation) return { kind: 'aboveMaximum' }
  return { kind: 'amount', uah }
}

/**
 * Writes full-width and Arabic digits and separators in ASCII, and every space as the plain one. A raised
 * digit is not a digit here: `500¹` has a footnote, and French keyboards have a key `²`.
 */
export function toPlainDigits(text: string): string {
  return text
    .replace(/[^\p{No}]+/gu, part => part.normalize('NFKC'))
    .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15))
    .replaceAll('٫', '.')
    .replaceAll('٬', "'")
}
