/** A name or purpose has at most so many UTF-16 units. An emoji has two or more. */
export const textLimit = 1000

/**
 * Matches characters that nobody sees. U+2800 is a blank pattern of Braille, and U+FFFC stands in copied
 * or dictated text for a picture that was left out.
 */
export const invisible = /[\p{DI}\p{Cc}\p{Cs}\u2800\ufffc]/gu
/**
 * Matches invisible characters that change nothing. Line breaks and tabs stay, and so do characters that
 * join or vary emoji, Arabic and Indic letters. Tags stay after a black flag, which they turn into the
 * flag of a region.
 */
const noise =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7})|(?![\t\n])(?![\ufe00-\ufe0f\u180b-\u180f\u{e0100}-\u{e01ef}\u200c\u200d])[\p{DI}\p{Cc}\p{Cs}\u2800\ufffc]/gu
// No script puts more marks on a letter. More of them would cover the lines around it.
const piledMarks = /([\p{M}\u200c\u200d]{5})[\p{M}\u200c\u200d]+/gu
const joinsNothing = /(^|\s)[\ufe00-\ufe0f\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g
const visible = /[^\p{Z}\p{M}\p{DI}\p{Cc}\p{Cf}\p{Cs}\u2800\ufffc]/u

/**
 * Drops invisible characters, but keeps line breaks and tabs, and returns an empty text if nothing else
 * is left. It also composes letters, because a Mac writes `й` as two.
 */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(noise, '$1')
    .normalize()
    .replace(piledMarks, '$1')
    .replace(joinsNothing, '$1')
    .trim()
  return visible.test(cleaned) ? cleaned : ''
}

export function isFilled(text: string): boolean {
  return cleanText(text) !== ''
}

/** Returns by how much a text exceeds the limit. */
export function excessOf(text: string): number {
  return Math.max(0, cleanText(text).length - textLimit)
}

/**
 * Keeps lines from ending after a Cyrillic word of one letter, and from beginning with a dash or the
 * currency.
 */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(^|[ «])((?:[а-яєії] )+)/gi,
      (_, before, words) => before + words.replaceAll(' ', '\u00a0'),
    )
    .replace(/ (?=грн|UAH|[–—] )/g, '\u00a0')
}
