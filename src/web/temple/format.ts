import { createAmountFormat } from '../../shared/amount-format'
import type { TemplePageData } from '../../shared/temple-page'
import { templePageTexts } from './texts'

/** Creates formats of times and amounts for the page's language and the temple's time zone. */
export function createFormat({ language, timeZone, now }: TemplePageData) {
  const texts = templePageTexts[language]
  const locale = language === 'en' ? 'en-GB' : language
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone })
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const today = day.format(now)
  return {
    day: (at: number) => day.format(at),
    clock: (at: number) => clock.format(at),
    /** Formats a time, with its day unless that is today. */
    moment(at: number) {
      const dayOf = day.format(at)
      return texts.moment(clock.format(at), dayOf === today ? undefined : dayOf)
    },
    amount: createAmountFormat(locale, texts.currency),
  }
}
