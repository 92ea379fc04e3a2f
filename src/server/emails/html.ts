/** Markup made by the `html` tag: everything else is text and is escaped. */
class Html {
  constructor(readonly markup: string) {}
}

export type { Html }

/** A tagged template: values are escaped, unless they are results of this tag themselves. */
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

// Marks that reorder the text around them (unicode.org/reports/tr9), and separators that break lines.
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unwritable = /[\p{Cc}\p{Cs}]/gu

/** Text on one line, unable to forge a further line or header or to turn its neighbours around. */
export function oneLine(text: string): string {
  return text.replace(reordering, '').replace(lineBreaks, ' ').replace(unwritable, '').trim()
}

/** What stands between the parts of an address; UTS 46 reads the last five as dots. */
const separators = /[.:/\\@。．｡․﹒](?=\S)/gu

/**
 * What a visitor typed: on one line, at most `limit` characters and never half of one, and nothing
 * that a mail program would turn into a link. Zero width non-joiners round each separator of an
 * address make every URL read from it invalid (RFC 5892, A.1); UTS 46 would drop word joiners.
 */
export function visitorText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text)
  const characters = [...line]
  const beginning = characters.slice(0, limit - 1).join('')
  const shown = characters.length <= limit ? line : `${beginning.trimEnd()}…`
  return shown.replace(separators, '\u200c$&\u200c')
}

const plainAddress = /^(?!www\.|ftp\.)[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i

/** An address that a visitor typed: left as it is to be copied, unless it could be more than that. */
export function visitorEmail(text: string): string {
  return plainAddress.test(text) ? text : visitorText(text)
}
