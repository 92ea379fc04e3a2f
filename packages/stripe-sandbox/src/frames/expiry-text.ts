/** `1230` or `12/30` → `12 / 30`. A first digit above 1 can only be a month of one digit. */
export function groupExpiry(text: string, deleting: boolean): string {
  const { month, year } = expiryParts(text)
  if (month.length < 2) return month
  if (year === '') return deleting ? month : `${month} / `
  return `${month} / ${year}`
}

export function expiryParts(text: string): { month: string; year: string } {
  const [, single, rest] = /^\s*(\d)\s*\/\s*(.*)$/.exec(text) ?? []
  const digits =
    single === undefined ? text.replace(/\D/g, '') : `0${single}${(rest ?? '').replace(/\D/g, '')}`
  const padded = /^[2-9]/.test(digits) || /^1[3-9]/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2)
  return {
    month: padded.slice(0, 2),
    year: year.length > 2 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 2),
  }
}
