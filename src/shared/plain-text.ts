/** Longest name or purpose, in characters. */
export const textLimit = 1000

// Control characters and lone surrogates, which no store and no email can carry.
const unwritable = /[\p{Cc}\p{Cs}]/gu
// More marks on one letter than any script has would cover the lines around it.
const piledMarks = /(\p{M}{5})\p{M}+/gu

/**
 * Text from a person: trimmed, without control characters (line breaks and tabs stay). What is
 * longer than `limit` stays longer, but is cut before anything else reads it.
 */
export function cleanText(text: string, limit = textLimit): string {
  return cutText(text.trim(), 2 * limit + 2)
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, character => (character === '\n' || character === '\t' ? character : ''))
    .replace(piledMarks, '$1')
    .trim()
}

/** Whether a name or a purpose says anything. */
export function isFilled(text: string): boolean {
  return cleanText(text) !== ''
}

/** At most `limit` characters, never half of one. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}
