/** Max length of a name or purpose. */
export const textLimit = 1000

// Control characters and lone surrogates, which no store and no email can carry.
const unwritable = /[\p{Cc}\p{Cs}]/gu
// More marks on one letter than any script has would cover the lines around it.
const piledMarks = /(\p{M}{5})\p{M}+/gu

/** Characters that no font draws; the last is a blank pattern of Braille. */
export const invisible = /[\p{DI}\p{Cc}\p{Cs}\u2800]/gu

/** Keeps line breaks and tabs. Text above `limit` stays above it, but is cut before it is searched. */
export function cleanText(text: string, limit = textLimit): string {
  return cutText(text.trim(), 2 * limit + 2)
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, character => (character === '\n' || character === '\t' ? character : ''))
    .replace(piledMarks, '$1')
    .trim()
}

export function isFilled(text: string): boolean {
  return cleanText(text) !== ''
}

/** At most `limit` characters, never half of one. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}

/** No line ends after a Cyrillic word of one letter, and none before the currency. */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(^|[ «])((?:[а-яєії] )+)/gi,
      (_, before, words) => before + words.replaceAll(' ', '\u00a0'),
    )
    .replace(/ грн/g, '\u00a0грн')
}
