/** Checks the digit with which every card number ends (ISO/IEC 7812). */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 12 && sum % 10 === 0
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^3[47]/, 'amex'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^3(0|6|8)/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
  [/^4/, 'visa'],
]

export function brandOf(number: string): string {
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'
}
