import type { Page, Request } from '@playwright/test'
import { challengeFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

const intentPath = '**/v1/payment_intents/*?*'
const outcomePath = '**/api/payment-outcomes'

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

test.describe('where the provider’s form fails', () => {
  test.use({ allowed: /elementType: payment/ })

  test('a begun payment whose card form does not load stays the only one, and the form is tried again', async ({
    page,
    form,
    readStore,
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
    await expect(form.amount(500)).toBeChecked()

    await page.unroute(intentPath)
    await tryAgain.click()
    await form.cardFormIsOpen()
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('500 грн')
    const { orders, charges } = await readStore()
    const [order] = orders.filter(({ name }) => name === 'Терпляча Таїсія')
    const paid = charges.filter(
      ({ payment_intent, status }) =>
        payment_intent === order?.payment_intent_id && status === 'succeeded',
    )
    expect(paid).toHaveLength(1)
  })
})

test('a return from the bank without storage is checked and shown before another payment', async ({
  page,
  form,
}) => {
  await forbidStorage(page)
  await form.visit(page)
  await form.fillWords('Безпам’ятний Борис')
  await form.choose(200)
  await form.payWith(cards.redirects)
  await page.waitForURL(url => url.origin !== new URL(form.url).origin)
  await page.route(outcomePath, route => route.abort())
  await page.locator('#test-source-authorize-3ds').click()
  await page.waitForURL(url => url.origin === new URL(form.url).origin)
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()
  await expect(form.field('donationEnabled')).toBeEnabled()

  await page.unroute(outcomePath)
  await expect(form.dialog).toContainText('Оплату завершено', { timeout: 15_000 })
  await expect(form.dialog).toContainText('200 грн')
  await expect(form.dialog).toContainText('Свічку запалять')
})

test('a return whose order is lost asks to order the candle without a donation', async ({
  page,
  form,
  product,
}) => {
  await forbidStorage(page)
  await page.route('**/api/order-drafts/**', route => route.abort())
  await form.visit(page)
  await form.fillWords('Загублена Зоя')
  await form.choose(200)
  await form.payWith(cards.redirects)
  await page.waitForURL(url => url.origin !== new URL(product.url).origin)
  await page.locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('замовте її, будь ласка, ще раз', { timeout: 15_000 })
  await form.button('close').click()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Загублена Зоя')
  await form.button('order').click()
  await expect(form.dialog).toContainText('Свічку запалять')
})

test('a resumed order uses its own language, and leaves newly typed text alone', async ({
  page,
  form,
  readStore,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.speak('en')
  await form.fillWords('Steady Stella')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(page.locator('.payment-status')).toContainText('100 UAH is paid')
  await page.route(outcomePath, route => route.abort())
  await page.reload()
  await expect(page.locator('.payment-status')).toContainText('Checking your payment')
  await expect(form.heading).toHaveText('Light a candle')
  await expect(form.field('forWhom')).toHaveValue('Steady Stella')

  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.unroute(outcomePath)
  await page.route('**/assets/resume-*.js', async route => {
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
  const { orders } = await readStore()
  expect(orders.filter(({ name }) => name === 'Steady Stella')).toHaveLength(1)
})

test('a payment of which the server knows nothing locks the amounts, and a free order is open', async ({
  page,
  form,
  readStore,
}) => {
  await form.visit(page)
  await form.fillWords('Забута Зінаїда')
  await form.choose(300)
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await page.route(outcomePath, route => route.fulfill({ status: 404, json: { success: false } }))
  await page.reload()
  await expect(form.field('forWhom')).toHaveValue('Забута Зінаїда')
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.amount(100)).toBeDisabled()
  await form.field('donationEnabled').uncheck()
  await form.button('order').click()
  await expect(form.dialog).toContainText('Замовлення прийнято')
  const { orders } = await readStore()
  expect(orders.filter(({ name }) => name === 'Забута Зінаїда')).toMatchObject([
    { payment: 'none' },
  ])
})

test('a payment of yesterday of which the server knows nothing is forgotten', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.fillWords('Вчорашня Варвара')
  await form.choose(300)
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await page.route(outcomePath, route => route.fulfill({ status: 404, json: { success: false } }))
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await page.reload()
  await expect(form.field('forWhom')).toHaveValue('Вчорашня Варвара')
  await expect(form.amount(100)).toBeEnabled({ timeout: 15_000 })
  await expect(form.dialog).toHaveCount(0)
})

test('without storage a payment outlives a reload in the frame’s history', async ({
  page,
  form,
  readStore,
}) => {
  await forbidStorage(page)
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await page.evaluate(() => window.history.replaceState({ theirs: 1 }, ''))
  await form.fillWords('Історична Ірина')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(page.locator('.payment-status')).toContainText('100 грн сплачено')
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await expect(form.dialog).toContainText('Оплату завершено')
  expect(await page.evaluate(() => window.history.state)).toMatchObject({ theirs: 1 })
  const { orders } = await readStore()
  expect(orders.filter(({ name }) => name === 'Історична Ірина')).toHaveLength(1)
})

test('a link with a stranger’s payment shows its outcome at most, and never locks the page', async ({
  page,
  form,
  product,
}) => {
  const json = { 'content-type': 'application/json' }
  const created = await fetch(`${product.url}/api/create-payment-intent`, {
    method: 'POST',
    headers: json,
    body: '{"amount":500}',
  })
  const { client_secret: secret } = (await created.json()) as { client_secret: string }
  const id = secret.split('_secret_')[0] ?? ''
  const pay = (body: object) =>
    fetch(`${product.sandboxUrl}/_control/payment_intents/${id}/pay`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
  const link = `${product.url}/?payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=pending`

  await pay({ card: cards.asksBank, challenge: 'leave' })
  const asked = page.waitForResponse('**/api/payment-outcomes')
  await page.goto(link)
  expect((await asked).request().postDataJSON()).toMatchObject({ order: null })
  await page.waitForTimeout(1500)
  expect(page.url()).toBe(`${form.url}/`)
  await expect(page.getByText('Ви вже почали платити')).toHaveCount(0)
  await expect(form.dialog).toHaveCount(0)
  await expect(page.locator('input[name="amount"]:checked')).toHaveCount(0)
  await form.choose(100)
  await expect(form.button('pay')).toContainText('100')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('the charge carries the visitor’s address', async ({ page, form, product, readStore }) => {
  await form.visit(page)
  await form.fillWords('Названа Наталя', 'мир', 'natalia@example.org')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('100 грн')
  const { orders } = await readStore()
  const [order] = orders.filter(({ name }) => name === 'Названа Наталя')
  const answer = await fetch(`${product.sandboxUrl}/_control/charges?limit=100000`)
  const charges = (await answer.json()) as { payment_intent: string }[]
  expect(
    charges.filter(charge => charge.payment_intent === order?.payment_intent_id),
  ).toMatchObject([{ billing_details: { email: 'natalia@example.org' } }])
})

test('Back from the bank’s page does not leave the form processing', async ({ page, form }) => {
  await form.visit(page)
  await form.fillWords('Поверненко Павло')
  await form.choose(200)
  await form.payWith(cards.redirects)
  await page.waitForURL(url => url.origin !== new URL(form.url).origin)
  await page.goBack()
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.field('forWhom')).toHaveValue('Поверненко Павло')
  await expect(page.getByText('Ви вже почали платити 200 грн')).toBeVisible({ timeout: 20_000 })
  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('200 грн')
})

test('a page restored as it was while it paid asks what became of the payment', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.choose(200)
  // The provider's script never answers: its frame was frozen with the page.
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await expect(form.button('pay')).toHaveText('Обробляємо...')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  await expect(page.getByText('Ви вже почали платити 200 грн')).toBeVisible({ timeout: 20_000 })
})

test.describe('with everything of the provider out of reach', () => {
  // A failed config call is logged.
  test.use({ allowed: /Failed to fetch/ })

  test('a paid order is sent after a reload although the card script is blocked', async ({
    page,
    form,
    readStore,
  }) => {
    // Nothing of the order has reached the server yet.
    await page.route('**/api/order-drafts/**', route => route.abort())
    await page.route('**/api/candle-orders', route => route.abort())
    await form.visit(page)
    await form.fillWords('Знайдена Зіна')
    await form.choose(100)
    await form.payWith(cards.good)
    await expect(page.locator('.payment-status')).toContainText('100 грн сплачено')
    await page.unroute('**/api/candle-orders')
    await page.route('**/endive/stripe.js*', route => route.abort())
    await page.route('**/api/stripe-config', route => route.abort())
    await page.reload()
    await expect(form.dialog).toContainText('Оплату завершено')
    const { orders } = await readStore()
    expect(orders.filter(({ name }) => name === 'Знайдена Зіна')).toMatchObject([
      { payment: 'paid' },
    ])
  })
})
