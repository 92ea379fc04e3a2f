import type { Page } from '@playwright/test'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { cards, hold } from './candle-form'
import { expect, test } from './form-test'

const outcomePath = '**/api/payment-outcomes'

async function forbidStorage(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
}

test('a return from the bank without storage is checked and shown, and asks for an order that is lost', async ({
  page,
  form,
}) => {
  const payByRedirect = async (forWhom: string) => {
    await form.fillWords(forWhom)
    await form.choose(200)
    await form.leaveForBank(page)
  }
  await forbidStorage(page)
  await form.visit(page)
  await payByRedirect('Безпам’ятний Борис')
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
  await form.button('close').click()

  await page.route('**/api/order-drafts/**', route => route.abort())
  await payByRedirect('Загублена Зоя')
  await page.locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('замовте свічку, будь ласка, ще раз', { timeout: 15_000 })
  await form.button('close').click()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Загублена Зоя')
  await form.button('order').click()
  await expect(form.dialog).toContainText('Свічку запалять')
})

test('a resumed order uses its own language, opens no card form, and leaves newly typed text alone', async ({
  page,
  form,
  readOrders,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.speak('en')
  await form.fillWords('Steady Stella')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(page.locator('.payment-status')).toContainText('100 UAH is paid')
  await page.route(outcomePath, route => route.abort())
  const cardForms: string[] = []
  page.on('request', request => {
    if (request.url().includes('/frames/card.html')) cardForms.push(request.url())
  })
  await page.reload()
  await expect(page.locator('.payment-status')).toContainText('Checking your payment')
  await expect(form.heading).toHaveText('Light a candle')
  await expect(form.field('forWhom')).toHaveValue('Steady Stella')

  await page.unroute(outcomePath)
  const letGo = await hold(page, '**/assets/card-form-*.js')
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await form.started()
  await form.fillWords('Нова Надія')
  letGo()
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.field('forWhom')).toHaveValue('Нова Надія')
  expect(cardForms).toEqual([])
  expect(await readOrders('Steady Stella')).toHaveLength(1)
})

test('a payment that was never confirmed is checked, locks the amounts, and is dropped after a day', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.fillWords('Забута Зінаїда')
  await form.choose(300)
  // The provider's frame was frozen with the page, so its script never answers.
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await expect(form.button('pay')).toHaveText('Обробляємо...')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  await expect(form.amount(100)).toBeDisabled()
  await form.askUntil(page, page.getByText('Ви вже почали платити 300 грн'))

  // With another account's keys the server can never read it.
  await page.route(outcomePath, route => route.fulfill({ json: { outcome: 'unknown' } }))
  // Not on the page that still checks it: that one would drop it.
  await page.goto('about:blank')
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await form.visit(page)
  await expect(form.field('forWhom')).toHaveValue('Забута Зінаїда')
  await expect(form.dialog).toContainText(
    'Не вдалося дізнатися, чи пройшла ваша попередня пожертва',
  )
  await form.button('close').click()
  await expect(form.amount(100)).toBeEnabled()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('without storage a payment outlives a reload in the frame’s history, and the next is paid and stored too', async ({
  page,
  form,
  readOrders,
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
  expect(await readOrders('Історична Ірина')).toHaveLength(1)

  await form.button('close').click()
  await form.field('donationEnabled').check()
  await form.fillWords('Без пам’яті')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Дякуємо!')
  expect(await readOrders('Без пам’яті')).toHaveLength(1)
})

test('a link with a stranger’s payment shows its outcome at most, and never locks the page', async ({
  page,
  form,
  product,
}) => {
  const created = await fetch(`${product.url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":500}',
  })
  const { client_secret: secret } = (await created.json()) as { client_secret: string }
  const id = paymentIntentIdOf(secret)
  await fetch(`${product.sandboxUrl}/_control/payment_intents/${id}/pay`, {
    method: 'POST',
    body: JSON.stringify({ card: cards.asksBank, challenge: 'leave' }),
  })
  const link = `${product.url}/?payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=pending`
  const asked = page.waitForResponse(outcomePath)
  await page.goto(link)
  expect((await asked).request().postDataJSON()).toMatchObject({ order: null })
  // At the second request the answer to the first was handled.
  await page.waitForResponse(outcomePath)
  expect(page.url()).toBe(`${form.url}/`)
  await expect(page.getByText('Ви вже почали платити')).toHaveCount(0)
  await expect(form.dialog).toHaveCount(0)
  await expect(page.locator('input[name="amount"]:checked')).toHaveCount(0)
  await form.choose(100)
  await expect(form.button('pay')).toContainText('100')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test.describe('with everything of the provider out of reach', () => {
  // A failed config call is logged.
  test.use({ allowed: /Failed to fetch/ })

  test('a paid order is sent after a reload although the card script is blocked', async ({
    page,
    form,
    readOrders,
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
    expect(await readOrders('Знайдена Зіна')).toMatchObject([{ payment: 'paid' }])

    await form.button('close').click()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await page.reload()
    await form.started()
    await expect(form.dialog).toHaveCount(0)
  })
})
