import { type Language, languages } from '../../shared/language'
import { letterTexts } from './texts/texts-by-language'

/** Made once: making them costs more than using them. */
const formats = Object.fromEntries(
  languages.map(language => [language, createFormats(letterTexts[language].locale)]),
) as Record<Language, ReturnType<typeof createFormats>>

function createFormats(locale: string) {
  const figure = (digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' } as const
  return {
    whole: figure(0),
    withKopiykas: figure(2),
    time: new Intl.DateTimeFormat(locale, time),
    languages: new Intl.DisplayNames(locale, { type: 'language' }),
  }
}

/** Kopiykas as UAH, the way a letter in that language writes them: `1 500 грн`, `1,500 UAH`. */
export function writeAmount(kopiykas: number, language: Language): string {
  const { whole, withKopiykas } = formats[language]
  const figure = kopiykas % 100 === 0 ? whole : withKopiykas
  return `${figure.format(kopiykas / 100)}\u00a0${letterTexts[language].currency}`
}

/** A moment (ms since 1970) in Kyiv's time, in words of that language. */
export function writeTime(at: number, language: Language): string {
  return formats[language].time.format(at)
}

/** What a letter in one language calls another one. */
export function writeLanguage(named: Language, language: Language): string {
  return formats[language].languages.of(named) ?? named
}
