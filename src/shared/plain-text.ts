/** Longest name or purpose, in characters. */
export const textLimit = 1000

// Control characters and lone surrogates, which no store and no email can carry.
const unwritable = /[\p{Cc}\p{Cs}]/gu

/** Text from a person: without NUL and control characters (line breaks and tabs stay), trimmed. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, character => (character === '\n' || character === '\t' ? character : ''))
    .trim()
}

/** At most `limit` characters, never half of one. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cs}/gu, '')
}

/** No line ends after a Cyrillic word of one letter, and none before the currency. */
export function keepTogether(text: string): string {
  return text.replace(/(^|[ «])([а-яєії]) /gi, '$1$2\u00a0').replace(/ грн/g, '\u00a0грн')
}
