/** No line ends after a Cyrillic word of one letter, and none before the currency. */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(^|[ «])((?:[а-яєії] )+)/gi,
      (_, before, words) => before + words.replaceAll(' ', '\u00a0'),
    )
    .replace(/ грн/g, '\u00a0грн')
}
