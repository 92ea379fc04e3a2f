import type { Language } from '../../shared/language'
import type { Order } from '../db/schema'
import { visitorText } from './html'
import type { EmailTexts } from './locales/texts'

/** Made once per locale: making them costs more than using them. */
const formats = new Map<string, ReturnType<typeof createFormats>>()

function createFormats(locale: string) {
  const digits = (count: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: count, maximumFractionDigits: count })
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' } as const
  return {
    whole: digits(0),
    withKopiykas: digits(2),
    time: new Intl.DateTimeFormat(locale, time),
    languages: new Intl.DisplayNames(locale, { type: 'language' }),
  }
}

function formatsOf({ locale }: EmailTexts) {
  const known = formats.get(locale) ?? createFormats(locale)
  formats.set(locale, known)
  return known
}

/** Kopiykas as UAH, as that language writes them: `1 500 грн`, `1,500 UAH`. */
export function formatAmount(kopiykas: number, texts: EmailTexts): string {
  const { whole, withKopiykas } = formatsOf(texts)
  const format = kopiykas % 100 === 0 ? whole : withKopiykas
  return `${format.format(kopiykas / 100)}\u00a0${texts.currency}`
}

/** A time (ms since 1970) in Kyiv. */
export function formatTime(at: number, texts: EmailTexts): string {
  return formatsOf(texts).time.format(at)
}

/** What one language calls another. */
export function formatLanguage(language: Language, texts: EmailTexts): string {
  return formatsOf(texts).languages.of(language) ?? language
}

/** Whom the candle is for, as the visitor typed it; with a limit, its beginning. */
export function formatName(order: Order, { missing }: EmailTexts, limit?: number): string {
  return visitorText(order.name, limit) || missing
}

/** What every email about an order says of it. */
export function orderFacts(order: Order, texts: EmailTexts): [label: string, value: string][] {
  return [
    [texts.labels.forWhom, formatName(order, texts)],
    [texts.labels.purpose, visitorText(order.purpose) || texts.missing],
    [texts.labels.code, order.code],
  ]
}
