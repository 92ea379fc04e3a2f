import { expect, it } from 'vitest'
import { writeCsv } from './csv'

function cell(text: string): string {
  return writeCsv(['head'], [[text]])[1] ?? ''
}

it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1', '\u200b=1', '|calc'])(
  'a text like %j cannot become a formula',
  text => {
    expect(cell(text).replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

it('names, quotes, commas and lines keep their place', () => {
  expect(cell('Іван')).toBe('Іван')
  expect(cell('a "b", c')).toBe('"a ""b"", c"')
  expect(cell('one\r\ntwo')).toBe('one two')
})

it('a negative figure of ours stays a figure', () => {
  expect(writeCsv(['head'], [[-5]])[1]).toBe('-5')
})
