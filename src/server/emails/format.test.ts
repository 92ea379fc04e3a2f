import { expect, it } from 'vitest'
import { formatAmount, formatLanguage, formatTime } from './format'
import { emailTexts } from './locales/texts-by-language'

it.each([
  ['uk', 10_000, '100 грн'],
  ['ru', 10_000_000, '100 000 грн'],
  ['en', 10_000_000, '100,000 UAH'],
  ['uk', 10_050, '100,50 грн'],
  ['en', 10_005, '100.05 UAH'],
] as const)('in %s %i kopiykas are %s', (language, kopiykas, text) => {
  expect(formatAmount(kopiykas, emailTexts[language]).replace(/\u00a0/g, ' ')).toBe(text)
})

it('writes the time of Kyiv, in winter and in summer', () => {
  expect(formatTime(Date.UTC(2026, 0, 5, 10), emailTexts.uk)).toBe('5 січня 2026 р. о 12:00')
  expect(formatTime(Date.UTC(2026, 6, 5, 10), emailTexts.en)).toBe('5 July 2026 at 13:00')
})

it('names a language in the words of another', () => {
  expect(formatLanguage('ru', emailTexts.uk)).toBe('російська')
  expect(formatLanguage('uk', emailTexts.en)).toBe('Ukrainian')
})
