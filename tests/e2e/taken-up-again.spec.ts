import type { Page } from '@playwright/test'
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

test('a return without storage is checked and shown', async ({ page, form, store }) => {
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
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.dialog).toContainText('200 грн')
  await expect(form.dialog).toContainText('Свічку запалять')
  await form.button('close').click()

  await page.route('**/api/order-drafts/**', route => route.abort())
  await payByRedirect('Загублена Зоя')
  await page.locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('Імена до нас не дійшли')
  await form.dialog.getByRole('button', { name: 'Написати, за кого свічка' }).click()
  await form.fillWords('Загублена Зоя')
  await form.button('order').click()
  await expect(form.dialog).toContainText('Свічку запалять')
  expect(await store.orders('Загублена Зоя')).toMatchObject([{ payment: 'paid' }])
})

test('a resumed order keeps its language and new text', async ({ page, form, store }) => {
  // Nothing of the order reaches the server yet.
  await page.route('**/api/order-drafts/**', route => route.abort())
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.speak('en')
  await form.donate('Steady Stella', 100)
  await expect(page.locator('.payment-status')).toContainText('You have paid 100 UAH')
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
  await page.route('**/endive/stripe.js*', route => route.abort())
  const letGo = await hold(page, '**/assets/late-*.js')
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await form.started()
  await form.fillWords('Нова Надія')
  letGo()
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.field('forWhom')).toHaveValue('Нова Надія')
  expect(cardForms).toEqual([])
  expect(await store.orders('Steady Stella')).toMatchObject([{ payment: 'paid' }])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a payment frozen while confirming locks the amounts', async ({ page, form }) => {
  await form.visit(page)
  await form.fillWords('Забута Зінаїда')
  await form.choose(300)
  // The provider's frame was frozen with the page, so its script never answers.
  await page.route('**/v1/payment_intents/*/confirm', () => undefined)
  await form.payWith(cards.good)
  await expect(form.button('pay')).toHaveText('Обробляємо…')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  await expect(form.amount(100)).toBeDisabled()
  await form.askUntil(page, page.getByText('Ви вже почали платити 300 грн'))
})

test('without storage a payment outlives a reload', async ({ page, form, store }) => {
  await forbidStorage(page)
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await page.evaluate(() => window.history.replaceState({ theirs: 1 }, ''))
  await form.donate('Історична Ірина', 100)
  await expect(page.locator('.payment-status')).toContainText('100 грн сплачено')
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await expect(form.dialog).toContainText('Оплату завершено')
  expect(await page.evaluate(() => window.history.state)).toMatchObject({ theirs: 1 })
  expect(await store.orders('Історична Ірина')).toHaveLength(1)

  await form.button('close').click()
  await form.field('donationEnabled').check()
  await form.donate('Без пам’яті', 100)
  await expect(form.dialog).toContainText('Дякуємо')
  expect(await store.orders('Без пам’яті')).toHaveLength(1)
})

test('after a reload a paid order can still be given its name', async ({ page, form, store }) => {
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  const write = form.dialog.getByRole('button', { name: 'Написати, за кого свічка' })
  const payWithoutName = async () => {
    await form.field('purpose').fill('За мир')
    await form.choose(100)
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('Ми ще не знаємо, за кого запалити свічку')
  }
  await form.visit(page)
  await payWithoutName()
  await page.reload()
  await write.click()
  await expect(form.field('purpose')).toHaveValue('За мир')
  // Also from the midst of it.
  await page.reload()
  await write.click()
  await form.field('forWhom').fill('Пізня Поліна')
  await form.button('order').click()
  await expect(form.dialog).toContainText('Свічку запалять')
  expect(await store.orders('Пізня Поліна')).toMatchObject([{ payment: 'paid', purpose: 'За мир' }])
  expect(await store.charges()).toEqual([10_000])
  expect(await kept()).toEqual([])

  // Who closes the question is asked no more.
  await form.button('close').click()
  await form.field('donationEnabled').check()
  await payWithoutName()
  await form.button('close').click()
  await expect(form.dialog).toHaveCount(0)
  expect(await kept()).toEqual([])
})
