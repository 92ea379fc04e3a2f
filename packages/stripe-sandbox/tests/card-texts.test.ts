import { expect, test } from 'vitest'
import { fieldError, groupExpiry, groupNumber } from '../src/frames/card-text'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['', ''],
])('number %j reads %j', (typed, shown) => {
  expect(groupNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['13', '01 / 3'],
  ['12', '12 / '],
  ['1234', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['1/34', '01 / 34'],
])('date %j reads %j', (typed, shown) => {
  expect(groupExpiry(typed, false)).toBe(shown)
})

test('a date can be deleted completely', () => {
  expect(groupExpiry('12 /', true)).toBe('12')
})

const now = new Date(2026, 10, 20)
const good = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123' }

test.each([
  ['number', {}, undefined],
  ['number', { number: '4242' }, 'incomplete_number'],
  ['number', { number: '4242 4242 4242 4241' }, 'invalid_number'],
  ['expiry', {}, undefined],
  ['expiry', { expiry: '10 / 26' }, 'invalid_expiry_month_past'],
  ['expiry', { expiry: '12 / 25' }, 'invalid_expiry_year_past'],
  ['expiry', { expiry: '12 / 95' }, 'invalid_expiry_year'],
  ['expiry', { expiry: '00 / 30' }, 'incomplete_expiry'],
  ['cvc', {}, undefined],
  ['cvc', { number: '378282246310005' }, 'incomplete_cvc'],
] as const)('%s of %j: %s', (field, change, fault) => {
  expect(fieldError(field, { ...good, ...change }, now)).toBe(fault)
})
