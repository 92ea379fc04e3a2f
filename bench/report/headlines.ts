import type { Figure } from '../figure'
import type { Result } from './results'

/** What the README and the chart show: a section's title, a figure's name, and our words for it. */
const headlines = [
  [
    'First load',
    'JavaScript before the first interaction',
    'JavaScript before the first interaction',
  ],
  ['The first seconds', 'First paint', 'First paint on a slow phone'],
  ['The first seconds', 'Typing is taken and kept', 'Typing works on a slow phone'],
  [
    'First use',
    'A free order is sent after the first paint',
    'Order sent after the first paint, Slow 3G',
  ],
  ['First use', 'Painted inside a host page', 'Form painted inside a host page'],
  ['The first seconds', 'The script has taken over', 'The script has taken over'],
  ['The first seconds', 'All bytes until the page is quiet', 'Everything loaded'],
  ['The server', 'Page', 'Pages a second, one core'],
  ['The server', 'Order without donation', 'Orders a second, one core'],
  ['The server', 'Paid order with its email', 'Paid orders with email a second, one core'],
  ['The server', 'Most memory held under all of this', 'Most memory under load'],
  ['Growth', 'Paid order', 'Paid order in a full store'],
  ['Start-up', 'First answer after the start', 'First answer after a start'],
] as const

export interface Headline {
  words: string
  figure: Figure
}

/** The headlines that were measured. */
export function findHeadlines(results: Result[]): Headline[] {
  return headlines.flatMap(([title, name, words]) => {
    const figures = results.find(result => result.title === title)?.figures ?? []
    const figure = figures.find(one => one.name === name)
    return figure ? [{ words, figure }] : []
  })
}
