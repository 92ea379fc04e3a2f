import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml, writeBeginning, writeOneLine } from './visitor-text'

it('whatever a visitor types stays on one line, without controls or turned directions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const line = writeOneLine(text)
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u)
      expect(line.isWellFormed()).toBe(true)
    }),
  )
})

it('names in any script come through as they were typed', () => {
  for (const name of ['Олександра-Марія', 'დავითი', 'يوسف', '李雷', '👨‍👩‍👧 родина'])
    expect(writeOneLine(name)).toBe(name)
})

it('a beginning never ends in half a character', () => {
  expect(writeBeginning('🕯🕯🕯🕯', 3)).toBe('🕯🕯…')
  expect(writeBeginning('Іван', 4)).toBe('Іван')
})

it('nothing a visitor types opens a tag or ends an attribute', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/)
    }),
  )
})
