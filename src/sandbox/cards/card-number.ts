import { createHash } from 'node:crypto'

/** The check digit every card number ends with (ISO/IEC 7812). */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0
  let doubled = false
  for (const digit of [...number].reverse()) {
    const value = Number(digit) * (doubled ? 2 : 1)
    sum += value > 9 ? value - 9 : value
    doubled = !doubled
  }
  return number.length >= 12 && sum % 10 === 0
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'amex'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^4/, 'visa'],
]

/** The scheme a number belongs to. */
export function brandOf(number: string): string {
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
}

/** The same for the same number, and not the number. */
export function fingerprintOf(number: string): string {
  return createHash('sha256').update(`card sandbox ${number}`).digest('base64url').slice(0, 16)
}
