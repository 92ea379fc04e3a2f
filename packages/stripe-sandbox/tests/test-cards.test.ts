import { expect, test } from 'vitest'
import { brandOf, hasValidCheckDigit } from '../src/payments/card-number'
import { numberOfPaymentMethod, testCards } from '../src/payments/cards'

test('a form lets every test card through, and no two share a ready-made payment method', () => {
  for (const number of testCards.keys())
    expect([number, hasValidCheckDigit(number)]).toEqual([number, true])
  const named = [...testCards.values()].flatMap(card => card.paymentMethod ?? [])
  expect(new Set(named).size).toBe(named.length)
  expect(numberOfPaymentMethod('pm_card_visa')).toBe('4242424242424242')
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
