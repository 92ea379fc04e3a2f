import { expect, it } from 'vitest'
import { writeAmount, writeLanguage, writeTime } from './write-amount'

it.each([
  ['uk', 10_000, '100 грн'],
  ['ru', 10_000_000, '100 000 грн'],
  ['en', 10_000_000, '100,000 UAH'],
  ['uk', 10_050, '100,50 грн'],
  ['en', 10_005, '100.05 UAH'],
] as const)('in %s %i kopiykas are %s', (language, kopiykas, text) => {
  expect(writeAmount(kopiykas, language).replace(/\u00a0/g, ' ')).toBe(text)
})

it('tells the time of Kyiv, in winter and in summer', () => {
  expect(writeTime(Date.UTC(2026, 0, 5, 10), 'uk')).toBe('5 січня 2026 р. о 12:00')
  expect(writeTime(Date.UTC(2026, 6, 5, 10), 'en')).toBe('5 July 2026 at 13:00')
})

it('names a language in the words of another', () => {
  expect(writeLanguage('ru', 'uk')).toBe('російська')
  expect(writeLanguage('uk', 'en')).toBe('Ukrainian')
})
