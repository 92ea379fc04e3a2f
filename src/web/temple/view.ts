import { maxCounted, type TempleOrder, type TemplePageData } from '../../shared/temple-page'
import { createFormat } from './format'
import { templePageTexts } from './texts'

/** The data, texts and formats that each part of the page needs. */
export type View = ReturnType<typeof createView>

export function createView(page: TemplePageData) {
  const texts = templePageTexts[page.language]
  const format = createFormat(page)
  /** The address of the page at a place of its list, in the same language. */
  const address = (query: { after?: string; lit?: string }) =>
    `${page.path}?${new URLSearchParams({ lang: page.language, ...query })}`
  return {
    page,
    texts,
    format,
    address,
    heading: texts.heading(format.day(page.now)),
    /** After a submission that changes nothing the same part is shown again. */
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
