import { expect, test } from '@playwright/test'
import { cardFrame, fillCard, outcome, pay } from '../sandbox/shop/pay-with'
import { openMarket } from '../sandbox/shop/shop-test'

const market = openMarket()

test('in Russian the form, its messages and the bank’s refusals are Russian', async ({ page }) => {
  await market.visit(page, { locale: 'ru' })
  await pay(page)
  expect((await outcome(page)).error?.message).toBe('Номер карты указан не полностью.')
  await expect(cardFrame(page).getByLabel('Срок действия')).toBeVisible()
  await fillCard(page, '4000000000000002')
  await pay(page)
  await expect(page.getByTestId('outcome')).toContainText('Ваша карта отклонена.')
})

test('a change of language reaches the form that is open, with what is typed in it', async ({
  page,
}) => {
  await market.visit(page)
  await fillCard(page, '4242')
  await pay(page)
  await expect(cardFrame(page).getByText('Your card number is incomplete.')).toBeVisible()
  await page.getByRole('button', { name: 'Russian' }).click()
  await expect(cardFrame(page).getByText('Номер карты указан не полностью.')).toBeVisible()
  await expect(cardFrame(page).getByLabel('Номер карты')).toHaveValue('4242')
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

for (const font of ['16px', '15px', '18px'])
  test(`the frame has its height from the first, so that nothing below it jumps: ${font}`, async ({
    page,
  }) => {
    const intent = await market.newIntent()
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
    await page.goto(market.address(intent, { font }))
    await page.getByText('ready', { exact: true }).waitFor()
    const seen = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(seen).toHaveLength(1)
  })

test('the form takes the colour the page asks for', async ({ page }) => {
  await market.visit(page, { colour: '#aa3300', strict: true })
  const tab = cardFrame(page).getByRole('tab')
  await expect(tab).toHaveCSS('color', 'rgb(170, 51, 0)')
})
