import type { TempleOrder, TemplePageData } from '../../shared/temple-page'
import { createFormat } from './format'
import { templePageTexts } from './texts'

/** What each part of the page shows, and how it speaks. */
export type Shown = ReturnType<typeof createShown>

export function createShown(page: TemplePageData) {
  const texts = templePageTexts[page.language]
  const format = createFormat(page)
  const isList = page.kind === 'digest'
  return {
    page,
    texts,
    format,
    isList,
    heading: texts.heading(format.day(page.at), isList),
    /** The language stays after a press. */
    action: `${page.path}?lang=${page.language}`,
  }
}

export function isWaiting({ state }: TempleOrder): boolean {
  return state.kind === 'waiting' || state.kind === 'refunded'
}

export function isLit({ state }: TempleOrder): boolean {
  return state.kind === 'lit'
}

export function isPaid({ donationKopiykas, isUnconfirmed, state }: TempleOrder): boolean {
  return donationKopiykas > 0 && !isUnconfirmed && state.kind !== 'refunded'
}
