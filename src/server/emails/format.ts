import { domainToUnicode } from 'node:url'
import { createAmountFormat } from '../../shared/amount-format'
import { joinNames } from '../../shared/join-names'
import type { Language } from '../../shared/language'
import type { Order } from '../db/schema'
import { visitorText } from '../html'
import { type EmailTexts, texts as en } from './locales/en'
import { texts as ru } from './locales/ru'
import { texts as uk } from './locales/uk'

export const emailTexts: Record<Language, EmailTexts> = { uk, ru, en }

export type LocalTexts = ReturnType<typeof createTexts>

/** Intl formats are slow to create, so they are kept. */
const cache = new Map<string, LocalTexts>()

export function localTexts(language: Language, timeZone: string): LocalTexts {
  const key = `${language} ${timeZone}`
  const texts = cache.get(key) ?? createTexts(language, timeZone)
  cache.set(key, texts)
  return texts
}

function createTexts(language: Language, timeZone: string) {
  const texts = emailTexts[language]
  const { locale, currency } = texts
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return {
    ...texts,
    language,
    formatAmount: createAmountFormat(locale, currency),
    formatTime: (at: number) => sayEleven(time.format(at), language),
    formatDay: (at: number) => day.format(at),
    formatClock: (at: number) => clock.format(at),
    formatLanguage: (other: Language) => names.of(other) ?? other,
  }
}

/** Ukrainian says «об 11:20» before a vowel, where `Intl` writes «о 11:20». */
function sayEleven(time: string, language: Language): string {
  return language === 'uk' ? time.replace(/ о (?=11:)/, ' об ') : time
}

export function formatName(
  order: Pick<Order, 'name'>,
  { noName }: LocalTexts,
  limit?: number,
): string {
  return visitorText(joinNames(order.name), limit) || noName
}

/**
 * Writes a site as people read it. A link has a Cyrillic domain in ASCII, but here it has its own
 * letters.
 */
export function formatSite({ host, hostname }: URL): string {
  return host.replace(hostname, domainToUnicode(hostname) || hostname)
}
