import { expect, it } from 'vitest'
import { cutExcess, cutText } from './cut-text'
import { cleanText, excessOf, textLimit } from './plain-text'

const full = 'я'.repeat(textLimit)

it.each([
  ['a letter', 'я'],
  ['a paragraph', '\n\n\nЗа мир'],
  ['a joiner and half a character', '\u200d\ud83d'],
  ['an accent', '\u0301\u0301'],
])('an order keeps the beginning, and is flagged, if %s is too much', (_, more) => {
  const sent = cleanText(cutExcess(full + more))
  expect(excessOf(sent)).toBeGreaterThan(0)
  expect(cutText(sent, textLimit)).toBe(full)
})

it('a character that does not fit leaves no half, and is flagged', () => {
  const sent = cutExcess(`${full.slice(1)}🕯`)
  expect(sent).toBe(`${full.slice(1)}……`)
})

it('leaves alone what an order keeps whole', () => {
  expect(cutExcess(full)).toBe(full)
})
