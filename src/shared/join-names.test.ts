import { expect, it } from 'vitest'
import { joinNames } from './join-names'

it.each([
  ['Марія Іванова\nПетро\nІван Марія', 'Марія Іванова, Петро, Іван Марія'],
  ['Марія,\r\n  Петро;\n\n\nІван\n', 'Марія, Петро, Іван'],
  ['Марія\tПетро\t\t2\u2028Іван', 'Марія, Петро, 2, Іван'],
  ['Марія, Петро', 'Марія, Петро'],
])('%j stay apart', (typed, read) => {
  expect(joinNames(typed)).toBe(read)
  expect(joinNames(read)).toBe(read)
})
