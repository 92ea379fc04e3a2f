import { defaultLanguage, type Language } from './language'

/** The parish's own texts in one language. Empty texts are not shown. */
export interface TempleTexts {
  /** The church and its town. */
  place: string
  /** The parish's own line, such as when candles are lit. */
  note: string
  /** The receiver of the donation. */
  receiver: string
  /** The address where the parish itself takes donations. A form without cards shows it. */
  link: string
}

/** The build renders these in place of the texts, which only the server knows. */
export const templePlaceholders: TempleTexts = {
  place: '%place%',
  note: '%note%',
  receiver: '%receiver%',
  link: '%link%',
}

/** The build leaves this in place of the page's foot, which is HTML. */
export const templeFootPlaceholder = '<!--temple-foot-->'

/** Finds a text's language by its alphabet, because a screen reader's voice for one cannot read the other. */
export function languageOf(text: string, shown: Language): Language {
  const isCyrillic = /[а-я]/i.test(text)
  if (isCyrillic === (shown !== 'en')) return shown
  return isCyrillic ? defaultLanguage : 'en'
}
