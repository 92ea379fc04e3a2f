import { cards, hold } from './candle-form'
import { expect, test } from './form-test'

const outcomePath = '**/api/payment-outcomes'

test('a payment whose order failed is thanked for after a reload', { tag: '@engines' }, async ({
  page,
  form,
  store,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.donate('Незламна Ніна', 100)
  await expect(page.locator('.payment-status')).toContainText('100 грн сплачено')
  await page.unroute('**/api/candle-orders')
  await page.reload()
  await expect(form.dialog).toContainText('Вашу пожертву (100 грн) отримано')
  expect(await store.orders('Незламна Ніна')).toHaveLength(1)
})

test('a resumed payment leaves a new text alone', async ({ page, form, store }) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await page.route(outcomePath, route => route.abort())
  await form.visit(page, '?lang=en')
  await form.donate('Steady Stella', 100)
  await expect(page.locator('.payment-status')).toContainText('You have paid 100 UAH')
  const cardForms: string[] = []
  page.on('request', request => {
    if (request.url().includes('/frames/card.html')) cardForms.push(request.url())
  })
  await page.reload()
  await expect(page.locator('.payment-status')).toContainText('Checking your payment')
  await expect(page.locator('.payment-status')).toContainText('Steady Stella')

  await page.unroute(outcomePath)
  await page.route('**/endive/stripe.js*', route => route.abort())
  const letGo = await hold(page, '**/assets/checkout-module-*.js')
  await page.reload()
  await form.started()
  await form.fillWords('New Nadia')
  letGo()
  await expect(form.dialog).toContainText('Payment complete')
  await expect(form.field('forWhom')).toHaveValue('New Nadia')
  expect(cardForms).toEqual([])
  expect(await store.orders('Steady Stella')).toMatchObject([{ payment: 'paid' }])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('words of before a reload stand, whatever is left empty after it', async ({
  page,
  form,
  store,
}) => {
  // The page waits some seconds for the bank's step before it offers the form again.
  test.slow()
  await form.visit(page)
  await form.donate('Незабутня Ніна', 300, cards.asksBank)
  await expect(form.bankAnswer('authorize')).toBeVisible()
  await page.reload()
  await form.askUntil(page, page.getByText('Ви вже почали платити 300 грн'))
  await form.fillWords('', '')
  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('300 грн')
  await expect(form.dialog).toContainText('Свічку запалять')
  await expect(form.dialog.locator('[name=forWhom]')).toHaveCount(0)
  expect(await store.charges()).toEqual([30_000])
  expect(await store.orders('Незабутня Ніна')).toMatchObject([
    { payment: 'paid', purpose: "За здоров'я", needsDetails: false },
  ])
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

test('after a reload a paid order can still be given its name', async ({ page, form, store }) => {
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  const name = form.dialog.locator('[name="forWhom"]')
  const payWithoutName = async () => {
    await form.field('purpose').fill('За мир')
    await form.choose(100)
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('Ми ще не знаємо, за кого запалити свічку')
  }
  await form.visit(page)
  await payWithoutName()
  // Also from the midst of it.
  for (const text of ['Пізня', 'Пізня Поліна']) {
    await page.reload()
    await name.fill(text)
  }
  await form.dialog.locator('[name="save"]').click()
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
