import { expect, test } from 'vitest'
import { brandOf, hasValidCheckDigit } from '../src/payments/card-number'
import { numberOfPaymentMethod, testCardOf, testCards } from '../src/payments/cards'

test('every test card is a number that a form lets through', () => {
  expect(testCards.size).toBeGreaterThan(95)
  for (const number of testCards.keys())
    expect([number, hasValidCheckDigit(number)]).toEqual([number, true])
})

test('no two cards share a ready-made payment method', () => {
  const named = [...testCards.values()].flatMap(card => card.paymentMethod || [])
  expect(new Set(named).size).toBe(named.length)
  expect(numberOfPaymentMethod('pm_card_visa')).toBe('4242424242424242')
})

test('a number that is no test card is declined, as in test mode', () => {
  expect(testCardOf('4111111111111111').outcome).toEqual({ declines: 'test_mode_live_card' })
})

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
])('%s is a %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand)
})
