import { defaultLanguage, type Language } from './language'

/** What the parish has set, in one language; empty texts are not shown. */
export interface TempleTexts {
  /** The church and its town. */
  place: string
  /** When candles are lit, or another line of the parish. */
  note: string
  /** Who gets the donation. */
  receiver: string
  /** The address where the parish takes donations itself, shown where the form takes no cards. */
  link: string
}

/** What the build renders in their place; the server knows the texts. */
export const templePlaceholders: TempleTexts = {
  place: '%place%',
  note: '%note%',
  receiver: '%receiver%',
  link: '%link%',
}

/** The same for the page's foot, which is HTML. */
export const templeFootPlaceholder = '<!--temple-foot-->'

/** A voice for one alphabet cannot read the other. */
export function languageOf(text: string, shown: Language): Language {
  const isCyrillic = /[а-я]/i.test(text)
  if (isCyrillic === (shown !== 'en')) return shown
  return isCyrillic ? defaultLanguage : 'en'
}
