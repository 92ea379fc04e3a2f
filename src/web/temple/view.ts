import { maxCounted, type TempleOrder, type TemplePageData } from '../../shared/temple-page'
import { createFormat } from './format'
import { templePageTexts } from './texts'

/** What each part of the page shows, and how it speaks. */
export type View = ReturnType<typeof createView>

export function createView(page: TemplePageData) {
  const texts = templePageTexts[page.language]
  const format = createFormat(page)
  /** The page at a place of its list; the language stays. */
  const address = (query: { after?: string; lit?: string }) =>
    `${page.path}?${new URLSearchParams({ lang: page.language, ...query })}`
  return {
    page,
    texts,
    format,
    address,
    heading: texts.heading(format.day(page.now)),
    /** A press that changes nothing shows the same part again. */
    action: address(page.after === null ? {} : { after: page.after }),
    waiting: page.sections.flatMap(({ orders }) => orders),
  }
}

export function formatCount(count: number): string {
  return count > maxCounted ? `${maxCounted}+` : String(count)
}

export function isLit({ state }: TempleOrder): boolean {
  return state.kind === 'lit'
}

export function isPaid({ donationKopiykas, isUnconfirmed, state }: TempleOrder): boolean {
  return donationKopiykas > 0 && !isUnconfirmed && state.kind !== 'refunded'
}
