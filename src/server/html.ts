class Html {
  constructor(readonly markup: string) {}
}

export type { Html }

/** Builds HTML. All values are escaped, except results of this tag. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(
    strings.reduce((markup, next, i) => markup + toMarkup(values[i - 1] ?? '') + next),
  )
}

function toMarkup(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  if (value instanceof Html) return value.markup
  return value.replace(/[&<>"']/g, character => escapes[character] ?? character)
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// These are the bidirectional controls (unicode.org/reports/tr9), and a mark that hides a link as a space
// would.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const controls = /[\p{Cc}\p{Cs}]/gu

/** Makes one line of a text, which can neither forge a header nor reorder the text around it. */
export function oneLine(text: string): string {
  return text.replace(bidiControls, '').replace(lineBreaks, ' ').replace(controls, '').trim()
}

/** UTS 46 reads the last five as dots. Mail programs do not treat every space as one, such as U+FEFF. */
const separators = /[.:/\\@。．｡․﹒](?=[^ ])/gu

/**
 * Puts a visitor's text on one line of at most `limit` characters. No mail program makes a link of it,
 * because a zero width non-joiner next to a separator makes a URL invalid (RFC 5892, A.1).
 */
export function visitorText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text)
  const characters = [...line]
  const start = characters.slice(0, limit - 1).join('')
  const cut = characters.length <= limit ? line : `${start.trimEnd()}…`
  return cut.replace(separators, '\u200c$&\u200c')
}

const plainAddress = /^(?!www\.|ftp\.)[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i

/** Leaves a plain address as it was typed, so that it can be copied. */
export function visitorEmail(text: string): string {
  return plainAddress.test(text) ? text : visitorText(text)
}
