import { cards } from '../setup/cards'
import { expect, test } from './form-test'

test('a paid order whose call fails is called paid, and is found stored', {
  tag: ['@engines', '@quick'],
}, async ({ page, form, store }) => {
  await page.route('**/api/candle-orders', route =>
    route.fulfill({ status: 503, body: 'The store rests.' }),
  )
  await page.route('**/api/payment-outcomes', route => route.abort())
  await page.setViewportSize({ width: 360, height: 640 })
  await form.visit(page, '?lang=en')
  await form.donate('Faithful Anna', 300)
  await expect(form.toast).toContainText('Failed to submit order. Please try again.')
  await expect(form.toast).toBeInViewport({ ratio: 1 })
  const status = page.locator('.payment-status')
  await expect(status).toContainText('You have paid 300 UAH, and the church has your words.')
  await expect(status).toContainText('You do not need to pay again.')
  await expect(status).toContainText('Faithful Anna')
  await expect(form.button('pay')).toHaveCount(0)
  for (const locked of [form.amount(100), form.field('donationEnabled'), form.field('email')])
    await expect(locked).toBeDisabled()

  // Another candle can be ordered meanwhile. A failure stays below its button, after its toast has closed.
  await form.fillWords('Another Alice')
  await form.button('withoutDonation').click()
  const failure = page.locator('form > .error')
  await expect(failure).toHaveText('Failed to submit order. Please try again.')
  await page.unroute('**/api/candle-orders')
  await form.button('withoutDonation').click()
  await expect(form.dialog).toContainText('Another Alice')
  await form.button('close').click()
  await expect(status).toContainText('Faithful Anna')
  await page.unroute('**/api/payment-outcomes')
  await form.askUntil(page, form.dialog)
  await expect(form.dialog).toContainText('300 UAH')
  await expect(form.dialog).toContainText('Faithful Anna')

  expect(await store.orders('Faithful Anna')).toMatchObject([{ payment: 'paid' }])
  expect(await store.orders('Another Alice')).toMatchObject([{ payment: 'none' }])
  expect(await store.charges()).toEqual([30_000])
})

test.describe('where the provider’s script is blocked', () => {
  // The server's policy knows no other host than the sandbox.
  test.use({ allowed: /js\.stripe\.com/ })

  test('a blocked script blocks no order, and is tried again', { tag: '@quick' }, async ({
    page,
    form,
    product,
  }) => {
    // As with live keys: no tag in the page, so that the loader adds the provider's.
    await page.route(`${form.url}/`, async route => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/<script[^>]*\/stripe\.js"><\/script>/, '')
      expect(body).not.toBe(html)
      await route.fulfill({ contentType: 'text/html', body })
    })
    const own = 'https://js.stripe.com/**'
    await page.route(own, route => route.abort())
    await form.visit(page)
    await expect(page.getByText('Оплата недоступна')).toBeVisible()
    const script = await (await fetch(`${product.sandboxUrl}/endive/stripe.js`)).text()
    await form.fillWords('Без картки')
    await page.getByRole('button', { name: 'Замовити без пожертви' }).click()
    await expect(form.dialog).toContainText('Замовлення прийнято')
    await form.button('close').click()
    await form.field('donationEnabled').check()
    await page.unroute(own)
    await page.route(own, route => route.fulfill({ contentType: 'text/javascript', body: script }))
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
    await expect(form.amount(100)).toBeEnabled()
  })
})

test('Back from the bank keeps the payment', { tag: '@engines' }, async ({ page, form, store }) => {
  await form.visit(page)
  await form.fillWords('Мандрівний Андрій')
  await form.choose(200)
  await form.leaveForBank(page)
  const agree = page.locator('#test-source-authorize-3ds')
  await agree.waitFor()
  await page.goBack()
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  // What was written in this tab is there again.
  await expect(form.field('forWhom')).toHaveValue('Мандрівний Андрій')
  await form.askUntil(page, page.getByText('Ви вже почали платити 200 грн'))
  await form.cardFormIsOpen()

  await form.leaveForBank(page)
  // What was paid is told without the provider's script.
  await page.route('**/endive/stripe.js*', route => route.abort())
  await agree.click()
  await page.waitForURL(url => url.origin === new URL(form.url).origin)
  await expect(form.dialog).toContainText('Оплату завершено')
  await expect(form.dialog).toContainText('200 грн')
  await expect(form.dialog).toContainText('Мандрівний Андрій')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await expect(page).toHaveURL(`${form.url}/`)
  expect(await store.orders('Мандрівний Андрій')).toHaveLength(1)
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

test.describe('a card form that could not open', () => {
  test.use({ allowed: /503/ })

  test('keeps the amount, and is tried again by a button or the same amount', async ({
    page,
    form,
  }) => {
    const address = '**/api/create-payment-intent'
    await page.route(address, route => route.fulfill({ status: 503, json: { success: false } }))
    await form.visit(page)
    const again = page.getByRole('button', { name: 'Спробувати ще раз' })
    for (const click of [() => form.amount(300).check(), () => again.click()]) {
      await click()
      await form.button('close').click()
      await expect(form.amount(300)).toBeChecked()
      await expect(form.amount(300)).toBeFocused()
      await expect(again).toBeVisible()
    }
    await page.unroute(address)
    await form.amount(300).click()
    await form.cardFormIsOpen()
    await expect(again).toBeHidden()
  })
})
