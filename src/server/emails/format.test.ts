import { expect, it } from 'vitest'
import type { Language } from '../../shared/language'
import { localTexts } from './format'

const inKyiv = (language: Language) => localTexts(language, 'Europe/Kyiv')

it.each([
  ['uk', 10_000, '100 грн'],
  ['ru', 10_000_000, '100 000 грн'],
  ['en', 10_000_000, '100,000 UAH'],
  ['uk', 10_050, '100,50 грн'],
  ['en', 10_005, '100.05 UAH'],
] as const)('in %s %i kopiykas are %s', (language, kopiykas, text) => {
  expect(
    inKyiv(language)
      .formatAmount(kopiykas)
      .replace(/\u00a0/g, ' '),
  ).toBe(text)
})

it('writes the time of Kyiv, in winter and in summer', () => {
  expect(inKyiv('uk').formatTime(Date.UTC(2026, 0, 5, 10))).toBe('5 січня 2026 р. о 12:00')
  expect(inKyiv('en').formatTime(Date.UTC(2026, 6, 5, 10))).toBe('5 July 2026 at 13:00')
})

it('names a language in the words of another', () => {
  expect(inKyiv('uk').formatLanguage('ru')).toBe('російська')
  expect(inKyiv('en').formatLanguage('uk')).toBe('Ukrainian')
})
