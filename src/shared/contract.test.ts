import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CandleOrderSchema } from './candle-order'
import { readCustomAmount } from './donation-amount'
import { findFormErrors } from './form-state'
import { isLanguage } from './language'
import { isPaymentIntentId, paymentIntentIdOf } from './payment-intent'
import { cleanText, cutText, keepTogether, looksLikeEmail } from './plain-text'

describe('the amount of one’s own', () => {
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
  ])('%j is %s', (typed, kind) => expect(readCustomAmount(typed)).toEqual({ kind }))

  test.each([
    ['100', 100],
    [' 250 ', 250],
    ['100000', 100_000],
  ])('%j is %i UAH', (typed, uah) =>
    expect(readCustomAmount(typed)).toEqual({ kind: 'amount', uah }),
  )
})

test('only our languages are languages', () => {
  expect(['uk', 'ru', 'en'].every(isLanguage)).toBe(true)
  expect(['', 'pl', 'UK', 'toString', 0, null, undefined].some(isLanguage)).toBe(false)
})

describe('the email pattern', () => {
  test.each(['a@b.c', 'олена@приклад.укр', "o'hara+candle@example.co.uk"])('takes %s', email =>
    expect(looksLikeEmail(email)).toBe(true),
  )
  test.each(['', 'a', 'a@b', '@b.c', 'a@.', 'a b@c.d', 'a@b.c d', 'a@b@c.d'])('refuses %j', email =>
    expect(looksLikeEmail(email)).toBe(false),
  )
})

describe('the standalone order’s rules', () => {
  const form = { forWhom: 'Марія', purpose: 'Здоров’я', donationEnabled: false, email: '' }

  test('name and purpose are required, and spaces are nothing', () => {
    expect(findFormErrors({ ...form, forWhom: ' \t ', purpose: '' })).toEqual({
      forWhom: true,
      purpose: true,
    })
    expect(findFormErrors(form)).toEqual({})
  })

  test('the address is checked only with a donation, and only if there is one', () => {
    expect(findFormErrors({ ...form, email: 'nonsense' })).toEqual({})
    expect(findFormErrors({ ...form, donationEnabled: true, email: 'nonsense' })).toEqual({
      email: true,
    })
    for (const email of ['', '  ', ' maria@example.org '])
      expect(findFormErrors({ ...form, donationEnabled: true, email })).toEqual({})
  })
})

describe('text from people', () => {
  test('keeps every script, line breaks and joined emoji, and loses what no store can carry', () => {
    expect(cleanText(' Ї\u0000\r\nя\r\tі\u0007\ud800 👨‍👩‍👧 ')).toBe('Ї\nя\n\tі 👨‍👩‍👧')
  })
  test('is never cut through a character', () => {
    expect(cutText('🕯🕯', 3)).toBe('🕯')
  })
})

test('no line ends after a word of one letter, or before the currency', () => {
  expect(keepTogether('Я молюся з вами в храмі, «і в» полі: 200 грн, а там 5')).toBe(
    'Я\u00a0молюся з\u00a0вами в\u00a0храмі, «і\u00a0в» полі: 200\u00a0грн, а\u00a0там 5',
  )
})

describe('the order payload', () => {
  const payload = { name: 'Марія', purpose: 'Здоров’я', language: 'uk' }

  test('may leave out everything but the candle itself', () => {
    expect(v.parse(CandleOrderSchema, payload)).toMatchObject({ donationAmount: '', email: null })
  })
  test('keeps descriptive fields to their length', () => {
    const { userAgent } = v.parse(CandleOrderSchema, { ...payload, userAgent: 'x'.repeat(900) })
    expect(userAgent).toHaveLength(500)
  })
})

test('an intent’s id is the part of its secret before _secret_', () => {
  const id = paymentIntentIdOf('pi_3QAbcdefgh_secret_xyz')
  expect(id).toBe('pi_3QAbcdefgh')
  expect(isPaymentIntentId(id)).toBe(true)
  expect(isPaymentIntentId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(false)
})
