import { expect, it } from 'vitest'
import { fillTemplate, parseTemplate } from './template'

const shout = (value: string) => value.toUpperCase()

it('fills slots with values made safe, and keeps the rest as it was written', () => {
  const parts = parseTemplate('Hello {{name}}, {code} {{name}}!')
  expect(fillTemplate(parts, { slots: { name: 'ivan' }, flags: {} }, shout)).toBe(
    'Hello IVAN, {code} IVAN!',
  )
})

it('shows a part under its flag, its opposite without, and parts within parts', () => {
  const parts = parseTemplate(
    '{{?paid}}yes{{?double}} twice{{/double}}{{/paid}}{{!paid}}no{{/paid}}',
  )
  const fill = (paid: boolean, double: boolean) =>
    fillTemplate(parts, { slots: {}, flags: { paid, double } }, shout)
  expect([fill(true, false), fill(true, true), fill(false, true)]).toEqual([
    'yes',
    'yes twice',
    'no',
  ])
})

it('never reads a value as a template', () => {
  const parts = parseTemplate('{{name}}')
  const values = { slots: { name: '{{code}}{{?paid}}', code: 'secret' }, flags: {} }
  expect(fillTemplate(parts, values, value => value)).toBe('{{code}}{{?paid}}')
})

it('a missing value is a fault, not a gap in a letter', () => {
  const fill = (source: string) =>
    fillTemplate(parseTemplate(source), { slots: {}, flags: {} }, shout)
  expect(() => fill('{{name}}')).toThrow('"name"')
  expect(() => fill('{{?paid}}x{{/paid}}')).toThrow('"paid"')
})

it('a flag that is left open or closed out of turn is a fault at build', () => {
  expect(() => parseTemplate('{{?paid}}x')).toThrow('open')
  expect(() => parseTemplate('{{?a}}{{?b}}{{/a}}{{/b}}')).toThrow('out of turn')
})
