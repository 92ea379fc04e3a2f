// A spreadsheet takes a cell that begins like this for a formula, and a formula can run programs
// (owasp.org/www-community/attacks/CSV_Injection).
const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u
const needsQuotes = /[",;\n\r\t]|^\s|\s$/

/** Lines of CSV (RFC 4180). A text that could be a formula gets an apostrophe before it. */
export function writeCsv(heads: string[], rows: (string | number)[][]): string[] {
  return [heads, ...rows].map(row => row.map(writeCell).join(','))
}

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const line = value.replace(/[\r\n\t]+/g, ' ')
  const safe = startsFormula.test(line) ? `'${line}` : line
  return needsQuotes.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
