/** What is typed into the number field, as a payer sees it and as the API wants it. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function isAmex(digits: string): boolean {
  return /^3[47]/.test(digits)
}

export function numberLength(digits: string): number {
  return isAmex(digits) ? 15 : 16
}

export function cvcLength(digits: string): number {
  return isAmex(digits) ? 4 : 3
}

/** `4242424242424242` → `4242 4242 4242 4242`; American Express in groups of 4, 6 and 5. */
export function groupNumber(text: string): string {
  const digits = digitsOf(text)
  const cut = digits.slice(0, numberLength(digits))
  const groups = isAmex(cut)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
    : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/
  const [, ...parts] = groups.exec(cut) ?? []
  return parts.filter(part => part !== undefined).join(' ')
}

/** The check digit every card number ends with. */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
