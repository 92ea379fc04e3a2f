import { texts as en } from '../../../src/web/texts/en'
import { texts as ru } from '../../../src/web/texts/ru'
import type { Texts } from '../../../src/web/texts/texts'
import { texts as uk } from '../../../src/web/texts/uk'

/** All languages in the one bundle, with our own words, so that neither side has fewer of them. */
export const words = {
  uk: { translation: plain(uk) },
  ru: { translation: plain(ru) },
  en: { translation: plain(en) },
}

function plain(texts: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'function' ? text(100) : text,
    ]),
  )
}
