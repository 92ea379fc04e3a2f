import { expect, test } from './form-test'

test('an order without a donation is stored once, confirmed twice, and leaves an empty form', async ({
  page,
  form,
  readStore,
}) => {
  await form.visit(page)
  await expect(form.field('donationEnabled')).toBeChecked()
  await expect(form.button('order')).toBeHidden()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Марія без пожертви')
  await form.button('order').click()

  await expect(form.dialog).toContainText('Замовлення прийнято')
  await expect(form.toast).toContainText('Замовлення надіслано')
  await expect(form.toast).toContainText('Ваше замовлення отримано')
  await page.keyboard.press('F8')
  await expect(page.locator('.toasts')).toBeFocused()
  await form.toast.getByRole('button', { name: 'Закрити' }).click()
  await expect(form.toast).toBeHidden()
  await expect(page.locator('main')).toHaveAttribute('inert')
  await form.dialog.getByRole('button', { name: 'Добре' }).click()
  await expect(form.dialog).toBeHidden()

  await expect(form.field('forWhom')).toHaveValue('')
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.button('order')).toBeVisible()
  const { orders } = await readStore()
  expect(orders.filter(order => order.name === 'Марія без пожертви')).toHaveLength(1)
})

test('an empty form sends nothing and says what is missing, beside the fields', async ({
  page,
  form,
}) => {
  let calls = 0
  page.on('request', request => {
    if (request.method() === 'POST') calls += 1
  })
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.field('forWhom').fill('   ')
  await form.button('order').click()
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(2)
  await expect(form.field('forWhom')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.field('forWhom')).toHaveAccessibleDescription("Обов'язкове поле")
  await expect(form.field('forWhom')).toBeFocused()
  await form.field('forWhom').fill('Іван')
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(1)
  expect(calls).toBe(0)
})

test('Enter in a field with a donation on checks the form, also the address, and sends nothing', async ({
  page,
  form,
}) => {
  let calls = 0
  page.on('request', request => {
    if (request.method() === 'POST') calls += 1
  })
  await form.visit(page, '?lang=en')
  await form.field('email').fill('nobody@nowhere')
  await form.field('email').press('Enter')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(page.getByText('Required field')).toHaveCount(2)
  expect(calls).toBe(0)
})

test('an order that fails is shown in a toast, and pressing again repeats it with the same key', async ({
  page,
  form,
  readStore,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/candle-orders', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.abort()
    else await route.continue()
  })
  await form.visit(page, '?lang=en')
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Peter the patient')
  await form.button('order').click()
  await expect(form.toast).toContainText('Error')
  await expect(form.toast).toContainText('Failed to submit order. Please try again.')
  await expect(form.field('forWhom')).toHaveValue('Peter the patient')
  await expect(form.button('order')).toBeFocused()
  const trace = page.locator('main').getByText('Failed to submit order.')
  await expect(form.toast).toBeHidden()
  await expect(trace).toBeVisible()

  await form.button('order').click()
  await expect(trace).toBeHidden()
  await expect(form.dialog).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const { orders } = await readStore()
  expect(orders.filter(order => order.name === 'Peter the patient')).toHaveLength(1)
})

test('two presses at once, and one more in another language, are one order', async ({
  page,
  form,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/candle-orders', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fulfill({ status: 429, json: { success: false, error: 'Too many requests.' } })
  })
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Нетерпляча Ганна')
  await form.button('order').evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(form.toast).toContainText('забагато замовлень')
  expect(keys).toHaveLength(1)
  await form.speak('en')
  await form.button('order').click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toBe(keys[1])
})

test('a changed word makes another order with another key', async ({ page, form }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/candle-orders', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.abort()
  })
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Анна')
  await form.button('order').click()
  await expect.poll(() => keys.length).toBe(1)
  await form.field('forWhom').fill('Анна і Петро')
  await form.button('order').click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).not.toBe(keys[1])
})

test('a toast can be reached with F8 and swiped away to the right, but not by a small move', async ({
  page,
  form,
}) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Ольга')
  await form.button('order').click()
  await expect(form.toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.locator('.toasts')).toBeFocused()

  const swipe = async (distance: number) => {
    const box = await form.toast.boundingBox()
    if (!box) throw new Error('no toast')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 20, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + distance / 2, y)
    await page.mouse.move(box.x + 20 + distance, y)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(form.toast).toBeVisible()
  await swipe(80)
  await expect(form.toast).toBeHidden()
})

test('a toast leaves after five seconds', async ({ page, form }) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Ольга')
  await form.button('order').click()
  await expect(form.toast).toBeVisible()
  await page.waitForTimeout(4000)
  await expect(form.toast).toBeVisible()
  await expect(form.toast).toBeHidden({ timeout: 3000 })
})

test('an order is sent with every field it has, and nothing more', async ({ page, form }) => {
  const sent = page.waitForRequest('**/api/candle-orders')
  await form.visit(page, '?lang=ru')
  await form.field('donationEnabled').uncheck()
  await form.fillWords('  Мария  ', ' О мире ')
  await form.button('order').click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'Мария',
    email: null,
    purpose: 'О мире',
    donationAmount: '',
    prefersDonation: false,
    language: 'ru',
    userAgent: await page.evaluate(() => navigator.userAgent),
    referrer: '',
    browserLanguage: 'uk-UA',
    ipAddress: '',
  })
  expect((await sent).headers()['idempotency-key']).toMatch(/^[\w-]{32,}$/)
})
