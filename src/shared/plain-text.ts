/** Max length of a name or purpose, in UTF-16 units: an emoji has two or more. */
export const textLimit = 1000

/**
 * Characters that no font draws; U+2800 is a blank pattern of Braille, and U+FFFC stands in copied or
 * dictated text for a picture that was left out.
 */
export const invisible = /[\p{DI}\p{Cc}\p{Cs}\u2800\ufffc]/gu
/**
 * The same, but for line breaks, tabs and what joins or varies its neighbours: emoji, Arabic and Indic
 * letters. Tags are kept after a black flag, which they turn into the flag of a region.
 */
const noise =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7})|(?![\t\n])(?![\ufe00-\ufe0f\u180b-\u180f\u{e0100}-\u{e01ef}\u200c\u200d])[\p{DI}\p{Cc}\p{Cs}\u2800\ufffc]/gu
// More marks on one letter than any script has would cover the lines around it.
const piledMarks = /([\p{M}\u200c\u200d]{5})[\p{M}\u200c\u200d]+/gu
const joinsNothing = /(^|\s)[\ufe00-\ufe0f\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g
const visible = /[^\p{Z}\p{M}\p{DI}\p{Cc}\p{Cf}\p{Cs}\u2800\ufffc]/u

/**
 * The text without characters that nobody sees; empty if that is all. Keeps line breaks and tabs, and
 * composes letters: a Mac writes `й` as two.
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

/** By how much a text is above the limit. */
export function excessOf(text: string): number {
  return Math.max(0, cleanText(text).length - textLimit)
}

/** No line ends after a Cyrillic word of one letter, and none begins with a dash or the currency. */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(^|[ «])((?:[а-яєії] )+)/gi,
      (_, before, words) => before + words.replaceAll(' ', '\u00a0'),
    )
    .replace(/ (?=грн|UAH|[–—] )/g, '\u00a0')
}
