import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CandleOrderSchema } from './candle-order'
import { readCustomAmount } from './donation-amount'
import { findFormErrors } from './form-state'
import { isPaymentIntentId, paymentIntentIdOf } from './payment-intent'
import { cleanText, cutText, looksLikeEmail } from './plain-text'

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['99', 'belowMinimum'],
  ['0', 'belowMinimum'],
  ['-100', 'belowMinimum'],
  ['100001', 'aboveMaximum'],
  ['1e9', 'aboveMaximum'],
  ['100.5', 'notWhole'],
  ['abc', 'notWhole'],
  ['Infinity', 'notWhole'],
  ['100', 'amount', 100],
  [' 250 ', 'amount', 250],
  ['100000', 'amount', 100_000],
])('a typed amount of %j is %s', (typed, kind, uah?: number) =>
  expect(readCustomAmount(typed)).toEqual(uah ? { kind, uah } : { kind }),
)

test('an email is something, @, something, dot, something, without spaces', () => {
  const emails = ['a@b.c', 'олена@приклад.укр', "o'hara+candle@example.co.uk"]
  const others = ['', 'a', 'a@b', '@b.c', 'a@.', 'a b@c.d', 'a@b.c d', 'a@b@c.d']
  expect([...emails, ...others].filter(looksLikeEmail)).toEqual(emails)
})

test.each([
  [{}, {}],
  [
    { forWhom: ' \t ', purpose: '' },
    { forWhom: true, purpose: true },
  ],
  [{ email: 'nonsense' }, {}],
  [{ email: 'nonsense', donationEnabled: true }, { email: true }],
  [{ email: '  ', donationEnabled: true }, {}],
  [{ email: ' maria@example.org ', donationEnabled: true }, {}],
])('an order without a donation, with %j, has the errors %j', (typed, errors) => {
  const form = { forWhom: 'Марія', purpose: 'Здоров’я', donationEnabled: false, email: '' }
  expect(findFormErrors({ ...form, ...typed })).toEqual(errors)
})

test('text keeps every script, line breaks and joined emoji, and loses what no store can carry', () => {
  expect(cleanText(' Ї\u0000\r\nя\r\tі\u0007\ud800 👨‍👩‍👧 ')).toBe('Ї\nя\n\tі 👨‍👩‍👧')
  expect(cutText('🕯🕯', 3)).toBe('🕯')
})

test('an order may leave out all but the candle', () => {
  const payload = { name: 'Марія', purpose: 'Здоров’я', language: 'uk' }
  expect(v.parse(CandleOrderSchema, payload)).toMatchObject({ donationAmount: '', email: null })
})

test('an intent’s id is the part of its secret before _secret_', () => {
  const id = paymentIntentIdOf('pi_3QAbcdefgh_secret_xyz')
  expect(id).toBe('pi_3QAbcdefgh')
  expect(isPaymentIntentId(id)).toBe(true)
  expect(isPaymentIntentId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(false)
})
