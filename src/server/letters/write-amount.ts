import type { Language } from '../../contract/language'

const locales: Record<Language, string> = { uk: 'uk-UA', ru: 'ru-RU', en: 'en-GB' }

const whole = mapNumberFormats(0)
const withKopiykas = mapNumberFormats(2)

/** Kopiykas as UAH, the way a letter in that language writes them: `1 500 грн`, `1,500 UAH`. */
export function writeAmount(kopiykas: number, language: Language): string {
  const formats = kopiykas % 100 === 0 ? whole : withKopiykas
  const figure = formats[language].format(kopiykas / 100)
  return `${figure}\u00a0${language === 'en' ? 'UAH' : 'грн'}`
}

const times: Record<Language, Intl.DateTimeFormat> = {
  uk: new Intl.DateTimeFormat(locales.uk, describeTime()),
  ru: new Intl.DateTimeFormat(locales.ru, describeTime()),
  en: new Intl.DateTimeFormat(locales.en, describeTime()),
}

/** A moment (ms since 1970) in Kyiv's time, in words of that language. */
export function writeTime(at: number, language: Language): string {
  return times[language].format(at)
}

function describeTime(): Intl.DateTimeFormatOptions {
  return { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' }
}

function mapNumberFormats(digits: number): Record<Language, Intl.NumberFormat> {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return {
    uk: new Intl.NumberFormat(locales.uk, options),
    ru: new Intl.NumberFormat(locales.ru, options),
    en: new Intl.NumberFormat(locales.en, options),
  }
}
