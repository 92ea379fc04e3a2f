import type { Page } from '@playwright/test'
import { cards } from '../../setup/cards'
import { hold } from '../candle-form'
import { expect, test } from '../form-test'

// The provider's form fails.
test.use({ allowed: /elementType: payment/ })

const checkoutModule = '**/assets/checkout-module-*.js*'

/** Blocks the checkout module until it is released. */
async function loseCode(page: Page): Promise<() => Promise<void>> {
  await page.route(checkoutModule, route => route.abort())
  return () => page.unroute(checkoutModule)
}

test('an order waits 20 s for its code', async ({ page, form, store }) => {
  const letCome = await hold(page, checkoutModule)
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Рання Раїса')
  await page.clock.install()
  await form.button('order').click()
  await expect(form.field('forWhom')).toBeDisabled()
  await expect(form.button('order')).toHaveText('Надсилаємо…')
  await page.clock.fastForward(20_000)
  await expect(form.field('forWhom')).toBeEnabled()
  await expect(form.field('forWhom')).toHaveValue('Рання Раїса')
  await expect(page.getByText('Не вдалося надіслати замовлення')).toBeVisible()
  letCome()
  await form.button('order').click()
  await expect(form.dialog).toContainText('Замовлення прийнято')
  expect(await store.orders('Рання Раїса')).toHaveLength(1)
})

test('an amount waits for code that did not load', { tag: '@engines' }, async ({ page, form }) => {
  const letCome = await loseCode(page)
  const fail = await hold(page, checkoutModule)
  await page.goto(`${form.url}/?lang=en`)
  await form.started()
  await form.amount(500).check()
  fail()
  await expect(page.getByText('Payment unavailable')).toBeVisible()
  await letCome()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('500')
  await expect(form.dialog).toHaveCount(0)
})

test('a begun payment waits for its card form', async ({ page, form, store }) => {
  await form.visit(page, '?lang=en')
  await form.donate('Patient Pelagia', 500, cards.asksBank)
  await expect(form.bankAnswer('authorize')).toBeVisible()
  const letCome = await loseCode(page)
  const lost = page.waitForEvent('requestfailed', request =>
    request.url().includes('/checkout-module-'),
  )
  await page.reload()
  await lost
  await expect(page.getByText('Checking your payment')).toBeVisible()
  await expect(form.amount(500)).toBeDisabled()

  // Our code comes now, but the provider's form cannot be opened.
  const opening = '**/v1/elements/sessions?*'
  await page.route(opening, route =>
    route.fulfill({ status: 500, json: { error: { type: 'api_error', message: 'no' } } }),
  )
  await letCome()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await form.askUntil(page, tryAgain)
  await expect(form.dialog).toHaveCount(0)
  await expect(page.getByText('You have already started to pay 500 UAH')).toBeVisible()
  await expect(form.amount(500)).toBeChecked()

  await page.unroute(opening)
  await tryAgain.click()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('500')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 UAH')
  expect(store.intents).toHaveLength(1)
  expect(await store.charges()).toEqual([50_000])
})
