/** No line ends after a Cyrillic word of one letter, and none before the currency. */
export function keepTogether(text: string): string {
  return text.replace(/(^|[ «])([а-яєії]) /gi, '$1$2\u00a0').replace(/ грн/g, '\u00a0грн')
}
