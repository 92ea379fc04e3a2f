import { expect, it } from 'vitest'
import { type Language, languages } from '../../shared/language'
import { cardErrors, checkoutMessages } from './checkout-messages'
import { messages } from './messages'

const textsIn = (language: Language) =>
  Object.entries({ ...messages[language], ...checkoutMessages[language], ...cardErrors[language] })

function shownIn(language: Language): [name: string, text: string][] {
  return textsIn(language).map(([name, text]) => [
    `${language}.${name}`,
    typeof text === 'function' ? text(1234) : text,
  ])
}

it.each([
  ['uk', /[ыэъё]/i],
  ['ru', /[іїєґ]/i],
  ['en', /\p{Script=Cyrillic}/u],
] as const)('texts in %s have no letter of another language', (language, others) => {
  for (const [name, text] of shownIn(language)) expect(text, name).not.toMatch(others)
})

it('texts have one apostrophe, U+2019, except where the specification writes another', () => {
  for (const [name, text] of languages.flatMap(shownIn))
    if (name !== 'uk.required') expect(text, name).not.toMatch(/['\u02bc]/)
})

it('no line ends after a word of one letter, or before a unit', () => {
  for (const [name, text] of languages.flatMap(shownIn))
    expect(text, name).not.toMatch(/(^|\s)[а-яєії] | (грн|UAH)|\d (хв|мин|min)/i)
})

it('texts name every amount they are given', () => {
  const amounts = languages
    .flatMap(textsIn)
    .flatMap(([, text]) => (typeof text === 'function' ? text : []))
  expect(amounts.length).toBeGreaterThan(20)
  for (const say of amounts) expect(say(1234).replace(/[\s,]/g, '')).toContain('1234')
})
