import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { cardFrame, challengeFrame, fillCard, outcome, pay } from '../shop/pay-with'
import { openMarket } from '../shop/shop-test'

const market = openMarket()

const year = new Date().getFullYear() % 100
const two = (value: number) => String(value).padStart(2, '0')

test('fields bear the names browsers look for, take the page’s colour, and group their digits', async ({
  page,
}) => {
  await market.visit(page, { colour: '#aa3300', strict: true })
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
  await expect(cardFrame(page).getByText('Test payment')).toBeVisible()
  await cardFrame(page).locator('#Field-numberInput').focus()
  await expect(cardFrame(page).locator('#Field-numberInput')).toHaveCSS(
    'border-color',
    'rgb(170, 51, 0)',
  )

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

  await expiry.fill('')
  await expiry.pressSequentially('123')
  for (let presses = 0; presses < 6; presses += 1) await expiry.press('Backspace')
  await expect(expiry).toHaveValue('')
  await expiry.fill('12/2034')
  await expect(expiry).toHaveValue('12 / 34')
})

test('by default the form asks for the country', async ({ page }) => {
  const intent = await market.visit(page, { fields: null })
  const country = cardFrame(page).getByLabel('Country')
  await expect(country).toHaveValue('UA')
  await fillCard(page, '4242424242424242')
  await country.selectOption({ label: 'United Kingdom' })
  await pay(page)
  expect((await outcome(page)).paymentIntent?.status).toBe('succeeded')
  const { charges } = await market.stateOf(intent.id)
  expect(charges[0]?.billing_details.address).toMatchObject({ country: 'GB' })
})

test('what is missing or wrong is said at its field, and nothing is sent', async ({ page }) => {
  const intent = await market.visit(page)
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/confirm')) sent.push(request.url())
  })
  for (const [number, expiry, cvc, code, message] of [
    ['', '', '', 'incomplete_number', 'Your card number is incomplete.'],
    [
      '4242424242424242',
      `12 / ${two(year - 1)}`,
      '123',
      'invalid_expiry_year_past',
      'Your card’s expiration year is in the past.',
    ],
    [
      '378282246310005',
      '12 / 34',
      '123',
      'incomplete_cvc',
      'Your card’s security code is incomplete.',
    ],
  ] as const) {
    await fillCard(page, number, expiry, cvc)
    await pay(page)
    expect((await outcome(page)).error).toEqual({ type: 'validation_error', code, message })
    const wrong = cardFrame(page).locator('[aria-invalid="true"]').first()
    await expect(wrong).toBeFocused()
    await expect(wrong).toHaveAccessibleDescription(message)
    await expect(cardFrame(page).getByText(message)).toBeVisible()
  }
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
  await expect(cardFrame(page).locator('[aria-invalid="true"]')).toHaveCount(0)
})

test('the whole way by keyboard; while the card is being sent the fields are closed', async ({
  page,
}) => {
  await market.visit(page)
  await market.order({ action: 'delay', ms: 600, path: '/v1/payment_intents/*/confirm' })
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardFrame(page).locator('#Field-numberInput')).toBeDisabled()
  expect((await outcome(page)).paymentIntent?.status).toBe('succeeded')
  await expect(cardFrame(page).locator('#Field-numberInput')).toBeEnabled()
  await expect(page.getByTestId('events')).toContainText('blur')
})

test('in Russian the form, its messages and the bank’s refusals are Russian', async ({ page }) => {
  await market.visit(page)
  await fillCard(page, '4242')
  await pay(page)
  await expect(cardFrame(page).getByText('Your card number is incomplete.')).toBeVisible()
  await page.getByRole('button', { name: 'Russian' }).click()
  await expect(cardFrame(page).getByText('Номер карты указан не полностью.')).toBeVisible()
  await expect(cardFrame(page).getByLabel('Номер карты')).toHaveValue('4242')
  await expect(cardFrame(page).getByLabel('Срок действия')).toBeVisible()
  await pay(page)
  expect((await outcome(page)).error?.message).toBe('Номер карты указан не полностью.')
  await fillCard(page, '4000000000000002')
  await pay(page)
  await expect(page.getByTestId('outcome')).toContainText('Ваша карта отклонена.')
})

test('messages come and go without moving the page, at 320 pixels and in Russian too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const locale of ['en', 'ru'] as const) {
    await market.visit(page, { locale })
    const frame = page.locator('iframe[title="Secure payment input frame"]')
    const height = () => frame.evaluate(element => element.getBoundingClientRect().height)
    const calm = await height()
    await pay(page)
    await expect(cardFrame(page).locator('#Field-numberError')).not.toBeEmpty()
    await page.waitForTimeout(100)
    expect(await height()).toBe(calm)
    const overflow = await cardFrame(page)
      .locator('html')
      .evaluate(html => html.scrollWidth - html.clientWidth)
    expect(overflow).toBe(0)
  }
})

test('the frame has its height from the first, so that nothing below it jumps', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const frame = document.querySelector('iframe[title="Secure payment input frame"]')
      const height = frame instanceof HTMLElement ? frame.style.height : ''
      if (height !== '' && seen.at(-1) !== Number.parseInt(height, 10))
        seen.push(Number.parseInt(height, 10))
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] })
  })
  for (const [font, fields] of [
    ['16px', undefined],
    ['15px', null],
    ['18px', null],
  ] as const) {
    await page.goto(market.address(await market.newIntent(), { font, fields }))
    await page.getByText('ready', { exact: true }).waitFor()
    const seen = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(seen, font).toHaveLength(1)
  }
})

/** The rules of the standard; those on a page's outline (one main part, one heading) are not for frames. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const locale of ['en', 'ru'] as const)
  test(`neither the card form with its errors nor the challenge has a barrier: ${locale}`, async ({
    page,
  }) => {
    await market.visit(page, { locale, fields: null })
    await pay(page)
    await expect(cardFrame(page).locator('#Field-numberError')).not.toBeEmpty()
    await expect(cardFrame(page).locator('html')).toHaveAttribute('lang', locale)
    expect(await findBarriers(page, 'iframe[title="Secure payment input frame"]')).toEqual([])

    await fillCard(page, '4000002760003184')
    await pay(page)
    await expect(challengeFrame(page).getByText(/200[.,]00/)).toBeVisible()
    expect(await findBarriers(page, 'body > div > iframe')).toEqual([])
  })

async function findBarriers(page: Page, frame: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(standard).include(frame).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])
}
