// Marks that reorder the text around them (unicode.org/reports/tr9), and separators that break lines.
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unwritable = /[\p{Cc}\p{Cs}]/gu

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A visitor's text on one line, unable to forge a further line or turn its neighbours around. */
export function writeOneLine(text: string): string {
  return text.replace(reordering, '').replace(lineBreaks, ' ').replace(unwritable, '').trim()
}

/** The beginning of a text for a subject line: at most `limit` characters, never half of one. */
export function writeBeginning(text: string, limit: number): string {
  const line = writeOneLine(text)
  const characters = [...line]
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => escapes[character] ?? character)
}
