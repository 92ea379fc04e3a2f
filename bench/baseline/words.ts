import { messages as en } from '../../src/web/locales/en'
import { messages as ru } from '../../src/web/locales/ru'
import type { Messages } from '../../src/web/locales/uk'
import { messages as uk } from '../../src/web/locales/uk'

/** All languages in the one bundle, with our own words, so that neither side has fewer of them. */
export const words = {
  uk: { translation: plain(uk) },
  ru: { translation: plain(ru) },
  en: { translation: plain(en) },
}

function plain(texts: Messages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'function' ? text(100) : text,
    ]),
  )
}
