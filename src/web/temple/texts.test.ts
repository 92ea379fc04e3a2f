import { expect, it } from 'vitest'
import { languages } from '../../shared/language'
import { templePageTexts } from './texts'

/** Every text; of one with counts or times its source. */
function textsOf(part: object): string[] {
  return Object.values(part).flatMap(text => {
    if (typeof text === 'function') return String(text).replace(/'/g, '')
    return typeof text === 'object' ? textsOf(text) : text
  })
}

it.each([
  ['uk', /[ыэъё]/i],
  ['ru', /[іїєґ]/i],
  ['en', /\p{Script=Cyrillic}/u],
] as const)('the temple’s texts in %s have no letter of another language', (language, others) => {
  for (const text of textsOf(templePageTexts[language])) {
    expect(text).not.toMatch(others)
    expect(text).not.toMatch(/['\u02bc]/)
  }
})

it.each([
  ['uk', ['1 свічка', '2 свічки', '5 свічок', '11 свічок', '21 свічка', '104 свічки']],
  ['ru', ['1 свеча', '2 свечи', '5 свечей', '11 свечей', '21 свеча', '104 свечи']],
  ['en', ['1 candle', '2 candles', '5 candles', '11 candles', '21 candles', '104 candles']],
] as const)('counts are inflected in %s', (language, expected) => {
  const { lit } = templePageTexts[language]
  const said = [1, 2, 5, 11, 21, 104].map(count => lit(count).replace('\u00a0', ' '))
  expect(said.map(text => text.split(': ')[1])).toEqual(expected)
})

it('a Ukrainian hour has the preposition that is spoken before it', () => {
  const { moment } = templePageTexts.uk
  expect([moment('08:20'), moment('11:05'), moment('21:11', '3 травня')]).toEqual([
    'о\u00a008:20',
    'об\u00a011:05',
    '3 травня о\u00a021:11',
  ])
})

it.each(languages)('the texts in %s say who gets what', language => {
  const { willGet } = templePageTexts[language]
  expect(new Set([willGet(0, true), willGet(1, true), willGet(1, false)]).size).toBe(3)
})
