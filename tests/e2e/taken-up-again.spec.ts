import type { Page, Request } from '@playwright/test'
import { challengeFrame } from '../sandbox/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

const intentPath = '**/v1/payment_intents/*?*'

const fromCardForm = (request: Request) => request.frame().url().includes('/frames/card.html')

async function forbidStorage(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
}

test('a begun payment whose card form does not load stays the only one, and the form is tried again', async ({
  page,
  form,
  readBooks,
}) => {
  // The bank's open step is waited for some seconds before the form is given back.
  test.slow()
  await form.visit(page)
  await form.fillWords('Терпляча Таїсія')
  await form.choose(500)
  await form.payWith(cards.asksBank)
  await expect(challengeFrame(page).locator('#test-source-authorize-3ds')).toBeVisible()
  await page.route(intentPath, route =>
    fromCardForm(route.request())
      ? route.fulfill({ status: 500, json: { error: { type: 'api_error', message: 'no' } } })
      : route.continue(),
  )
  await page.reload()
  const tryAgain = page.getByRole('button', { name: 'Спробувати ще раз' })
  await expect(tryAgain).toBeVisible({ timeout: 20_000 })
  await expect(form.dialog).toHaveCount(0)
  await expect(page.getByText('Ви вже почали платити 500 грн')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()

  await page.unroute(intentPath)
  await tryAgain.click()
  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 грн')
  const { orders, charges } = await readBooks()
  const [order] = orders.filter(({ name }) => name === 'Терпляча Таїсія')
  const paid = charges.filter(
    ({ payment_intent, status }) =>
      payment_intent === order?.payment_intent_id && status === 'succeeded',
  )
  expect(paid).toHaveLength(1)
})

test('a return from the bank without storage is checked, with all locked, until it is known', async ({
  page,
  form,
}) => {
  await forbidStorage(page)
  await form.visit(page)
  await form.fillWords('Безпам’ятний Борис')
  await form.choose(200)
  await form.payWith(cards.redirects)
  await page.waitForURL(url => url.origin !== new URL(form.url).origin)
  await page.route(intentPath, route => route.abort())
  await page.locator('#test-source-authorize-3ds, button').first().click()
  await page.waitForURL(url => url.origin === new URL(form.url).origin)
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()
  await expect(form.field('donationEnabled')).toBeDisabled()

  await page.unroute(intentPath)
  await expect(form.dialog).toContainText('Оплату завершено', { timeout: 15_000 })
  await expect(form.dialog).toContainText('200 грн')
})

test('a reload after the charge shows no error, and opens no card form for what is paid', async ({
  page,
  form,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.fillWords('Спокійна Ольга')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(page.locator('.standing')).toContainText('100 грн сплачено')

  const cardForms: string[] = []
  page.on('request', request => {
    if (request.url().includes('/frames/card.html')) cardForms.push(request.url())
  })
  await page.route(intentPath, async route => {
    await new Promise(resolve => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.dialog).toContainText('Оплату завершено')
  expect(cardForms).toEqual([])
})

test('an order taken up again speaks its own language, and leaves newly typed words alone', async ({
  page,
  form,
  readBooks,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.speak('en')
  await form.fillWords('Steady Stella')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(page.locator('.standing')).toContainText('100 UAH is paid')
  await page.reload()
  await expect(page.locator('.standing')).toContainText('100 UAH is paid')
  await expect(form.heading).toHaveText('Light a candle')

  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/api/stripe-config', async route => {
    await held
    await route.continue()
  })
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await form.started()
  await form.fillWords('Нова Надія')
  letGo()
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.field('forWhom')).toHaveValue('Нова Надія')
  const { orders } = await readBooks()
  expect(orders.filter(({ name }) => name === 'Steady Stella')).toHaveLength(1)
})

test('a payment the card company does not know is forgotten, and the form is free', async ({
  page,
  form,
}) => {
  const intents: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent')) intents.push(request.url())
  })
  await form.visit(page)
  await form.fillWords('Забута Зінаїда')
  await form.choose(300)
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await expect(form.amount(100)).toBeDisabled()
  await page.route(intentPath, route => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'no' }
    return route.fulfill({ status: 404, json: { error } })
  })
  await page.reload()
  await expect(form.field('forWhom')).toHaveValue('Забута Зінаїда')
  await expect(form.amount(100)).toBeEnabled()
  await expect(form.dialog).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(intents).toHaveLength(1)
})
