import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { cardFrame, challengeFrame, fillCard, outcome, pay } from '../shop/pay-with'
import { useShop } from '../shop/shop-test'

const shops = useShop()

test('fields have the names that browsers autofill, take the page’s colours, and group their digits', async ({
  page,
}) => {
  await shops.visit(page, { colour: '#aa3300', strict: true })
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
  const number = cardFrame(page).locator('#Field-numberInput')
  await number.focus()
  await expect(number).toHaveCSS('border-color', 'rgb(170, 51, 0)')
  await number.pressSequentially('42424242x4242 42424')
  await expect(number).toHaveValue('4242 4242 4242 4242')
})

test('the page learns how far the card is typed, and nothing of it', async ({ page }) => {
  await shops.visit(page)
  const events = page.getByTestId('events').locator('p')
  await expect(events).toHaveText(['card empty', 'ready'])
  await cardFrame(page).locator('#Field-numberInput').fill('4242424242424242')
  await expect(events).toHaveText(['card empty', 'ready', 'card begun'])
  await fillCard(page, '4242424242424242')
  await expect(events).toHaveText(['card empty', 'ready', 'card begun', 'card complete'])
})

test('what is wrong is said at its field, and nothing is charged', async ({ page }) => {
  const intent = await shops.visit(page)
  const message = 'Your card’s security code is incomplete.'
  await fillCard(page, '378282246310005')
  await pay(page)
  const error = { type: 'validation_error', code: 'incomplete_cvc', message }
  expect((await outcome(page)).error).toEqual(error)
  const wrong = cardFrame(page).locator('[aria-invalid="true"]').first()
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription(message)
  expect((await shops.stateOf(intent.id)).charges).toEqual([])
})

test('a form that cannot be opened says so; one whose frame is blocked is silent', async ({
  page,
}) => {
  const address = shops.address(await shops.newIntent())
  await page.route('**/v1/elements/sessions?**', route => route.abort())
  await page.goto(address)
  await expect(page.getByText('loaderror We are experiencing issues connecting')).toBeVisible()
  await page.unroute('**/v1/elements/sessions?**')
  await page.clock.install()
  await page.route('**/frames/card.html', route => route.abort())
  const blocked = page.waitForEvent('requestfailed', request => request.url().includes('card.html'))
  await page.goto(address)
  await blocked
  await page.clock.runFor('05:00')
  await expect(page.getByTestId('events')).toBeEmpty()
})

test('in Russian the form, its messages and the bank’s declines are Russian', async ({ page }) => {
  await shops.visit(page)
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

/** The rules of the standard; those on a page's outline (one main part, one heading) are not for frames. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const locale of ['en', 'ru'] as const)
  test(`the card form with errors and the challenge pass axe: ${locale}`, async ({ page }) => {
    await shops.visit(page, { locale })
    await pay(page)
    await expect(cardFrame(page).locator('#Field-numberError')).not.toBeEmpty()
    await expect(cardFrame(page).locator('html')).toHaveAttribute('lang', locale)
    expect(await findViolations(page, 'iframe[title="Secure payment input frame"]')).toEqual([])

    await fillCard(page, '4000002760003184')
    await pay(page)
    await expect(challengeFrame(page).getByText(/200[.,]00/)).toBeVisible()
    expect(await findViolations(page, 'body > div > iframe')).toEqual([])
  })

async function findViolations(page: Page, selector: string) {
  const frame = await (await page.locator(selector).elementHandle())?.contentFrame()
  if (!frame) throw new Error(`There is no frame ${selector}.`)
  await frame.evaluate(axe.source)
  return frame.evaluate(async values => {
    const here: typeof axe = Reflect.get(window, 'axe')
    const { violations } = await here.run({ runOnly: { type: 'tag', values } })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }, standard)
}
