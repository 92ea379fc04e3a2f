import { expect, test } from '@playwright/test'
import { cardFrame, fillCard, outcome, pay } from '../sandbox/shop/pay-with'
import { openMarket } from '../sandbox/shop/shop-test'

const market = openMarket()
const year = new Date().getFullYear() % 100
const two = (value: number) => String(value).padStart(2, '0')

test('fields bear the names, kinds and hints that forms and browsers look for', async ({
  page,
}) => {
  await market.visit(page)
  const frame = page.locator('iframe[title="Secure payment input frame"]')
  await expect(frame).toHaveAttribute('name', /^__privateStripeFrame\d+$/)
  for (const [name, autocomplete, label] of [
    ['number', 'cc-number', 'Card number'],
    ['expiry', 'cc-exp', 'Expiration date'],
    ['cvc', 'cc-csc', 'Security code'],
  ] as const) {
    const input = cardFrame(page).getByLabel(label, { exact: true })
    await expect(input).toHaveAttribute('id', `Field-${name}Input`)
    await expect(input).toHaveAttribute('name', name)
    await expect(input).toHaveAttribute('autocomplete', autocomplete)
    await expect(input).toHaveAttribute('inputmode', 'numeric')
  }
  await expect(cardFrame(page).getByRole('tab', { name: 'Card' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(cardFrame(page).getByText('Test payment')).toBeVisible()
})

test('digits fall into their groups as they are typed, mended and pasted', async ({ page }) => {
  await market.visit(page)
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map(name =>
    cardFrame(page).locator(`#Field-${name}Input`),
  )
  if (!number || !expiry || !cvc) throw new Error('no fields')
  await number.pressSequentially('42424242x4242 42424')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await number.press('Home')
  await number.press('Delete')
  await expect(number).toHaveValue('2424 2424 2424 242')
  await number.pressSequentially('4')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1)

  await number.fill('378282246310005')
  await expect(number).toHaveValue('3782 822463 10005')
  await cvc.pressSequentially('12345')
  await expect(cvc).toHaveValue('1234')

  for (const [typed, shown] of [
    ['1', '1'],
    ['12', '12 / '],
    ['1230', '12 / 30'],
    ['530', '05 / 30'],
    ['1/30', '01 / 30'],
    ['1330', '01 / 33'],
    ['12/2030', '12 / 30'],
  ] as const) {
    await expiry.fill('')
    await expiry.pressSequentially(typed)
    await expect(expiry).toHaveValue(shown)
  }
  await expiry.fill('')
  await expiry.pressSequentially('123')
  for (let presses = 0; presses < 6; presses += 1) await expiry.press('Backspace')
  await expect(expiry).toHaveValue('')
  await expiry.fill('12/2034')
  await expect(expiry).toHaveValue('12 / 34')
})

for (const [what, number, expiry, cvc, code, message] of [
  ['nothing', '', '', '', 'incomplete_number', 'Your card number is incomplete.'],
  [
    'half a number',
    '4242',
    '12 / 34',
    '123',
    'incomplete_number',
    'Your card number is incomplete.',
  ],
  [
    'a wrong digit',
    '4242424242424241',
    '12 / 34',
    '123',
    'invalid_number',
    'Your card number is invalid.',
  ],
  [
    'no date',
    '4242424242424242',
    '',
    '123',
    'incomplete_expiry',
    'Your card’s expiration date is incomplete.',
  ],
  [
    'last year',
    '4242424242424242',
    `12 / ${two(year - 1)}`,
    '123',
    'invalid_expiry_year_past',
    'Your card’s expiration year is in the past.',
  ],
  [
    'a year too far',
    '4242424242424242',
    '12 / 95',
    '123',
    'invalid_expiry_year',
    'Your card’s expiration year is invalid.',
  ],
  [
    'half a code',
    '4242424242424242',
    '12 / 34',
    '12',
    'incomplete_cvc',
    'Your card’s security code is incomplete.',
  ],
  [
    'three digits on an American Express',
    '378282246310005',
    '12 / 34',
    '123',
    'incomplete_cvc',
    'Your card’s security code is incomplete.',
  ],
] as const)
  test(`${what}: "${message}", at the field, and nothing is sent`, async ({ page }) => {
    const intent = await market.visit(page)
    const sent: string[] = []
    page.on('request', request => {
      if (request.url().includes('/confirm')) sent.push(request.url())
    })
    await fillCard(page, number, expiry, cvc)
    await pay(page)
    expect((await outcome(page)).error).toEqual({ type: 'validation_error', code, message })
    const wrong = cardFrame(page).locator('[aria-invalid="true"]').first()
    await expect(wrong).toBeFocused()
    await expect(wrong).toHaveAccessibleDescription(message)
    await expect(cardFrame(page).getByText(message)).toBeVisible()
    expect(sent).toEqual([])
    expect((await market.stateOf(intent.id)).charges).toEqual([])
  })

test('this month is still good, last month is not', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-06-15T12:00:00Z'))
  await market.visit(page)
  await fillCard(page, '4242424242424242', '05 / 27')
  await cardFrame(page).locator('#Field-cvcInput').blur()
  await expect(
    cardFrame(page).getByText('Your card’s expiration date is in the past.'),
  ).toBeVisible()
  await fillCard(page, '4242424242424242', '06 / 27')
  await expect(cardFrame(page).locator('[aria-invalid]')).toHaveCount(0)
})

test('the whole way by keyboard', async ({ page }) => {
  await market.visit(page)
  await page.keyboard.press('Tab')
  await expect(cardFrame(page).getByRole('tab')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await outcome(page)).paymentIntent?.status).toBe('succeeded')
  await expect(page.getByTestId('events')).toContainText('blur')
})

test('while the card is being sent the fields are closed', async ({ page }) => {
  await market.visit(page)
  await market.order({ action: 'delay', ms: 600, path: '/v1/payment_intents/*/confirm' })
  await fillCard(page, '4242424242424242')
  await pay(page)
  await expect(cardFrame(page).locator('#Field-numberInput')).toBeDisabled()
  expect((await outcome(page)).paymentIntent?.status).toBe('succeeded')
  await expect(cardFrame(page).locator('#Field-numberInput')).toBeEnabled()
})
