import { fillCard } from '../sandbox/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

test('a preset, a card and one click: the order is stored as paid, and the visitor is thanked', async ({
  page,
  form,
  readBooks,
}) => {
  await form.visit(page)
  await form.fillWords('Марія і Петро', 'На подяку', 'maria@example.com')
  await form.choose(200)
  await form.payWith(cards.good)
  await expect(form.button('pay')).toHaveText('Обробляємо...')
  await expect(form.button('pay')).toBeDisabled()
  for (const name of ['forWhom', 'purpose', 'email', 'donationEnabled']) {
    await expect(form.field(name)).toBeDisabled()
  }
  await expect(form.amount(300)).toBeDisabled()
  await expect(page.locator('button[name="language"]').first()).toBeDisabled()

  await expect(form.dialog).toContainText('Дякуємо!')
  await expect(form.dialog).toContainText('200 грн')
  await expect(form.toast).toContainText('Лист із підтвердженням надіслано')
  await form.button('close').click()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.field('forWhom')).toHaveValue('')

  const { orders, charges } = await readBooks()
  const [order] = orders.filter(({ name }) => name === 'Марія і Петро')
  expect(order).toMatchObject({ purpose: 'На подяку', language: 'uk', email: 'maria@example.com' })
  expect(
    charges.filter(charge => charge.payment_intent === order?.payment_intent_id),
  ).toMatchObject([{ amount: 20_000, status: 'succeeded' }])
})

test('a declined card is told in the visitor’s language, and the same intent is paid by another', async ({
  page,
  form,
  readBooks,
}) => {
  let intents = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent')) intents += 1
  })
  await form.visit(page)
  await form.fillWords('Василь терплячий')
  await form.choose(100)
  await form.payWith(cards.noFunds)
  await expect(form.dialog).toContainText('Помилка')
  await expect(form.dialog).toContainText('На картці недостатньо коштів.')
  await form.dialog.getByRole('button', { name: 'Закрити' }).click()
  await expect(form.button('pay')).toBeFocused()

  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Дякуємо!')
  expect(intents).toBe(1)
  const { orders } = await readBooks()
  expect(orders.filter(({ name }) => name === 'Василь терплячий')).toHaveLength(1)
})

test('only the latest amount counts, however fast the visitor chooses', async ({
  page,
  form,
  readBooks,
}) => {
  await page.route('**/api/create-payment-intent', async route => {
    const { amount } = route.request().postDataJSON()
    // The earlier choice is answered last.
    if (amount === 100) await new Promise(resolve => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await form.visit(page)
  await form.fillWords('Швидка Надія')
  await form.amount(100).check()
  await form.amount(400).check()
  await form.amount(500).check()
  await form.cardFormIsOpen()
  await page.waitForTimeout(1500)
  await expect(form.button('pay')).toContainText('500')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('500 грн')
  const { orders, charges } = await readBooks()
  const [order] = orders.filter(({ name }) => name === 'Швидка Надія')
  const paid = charges.filter(charge => charge.payment_intent === order?.payment_intent_id)
  expect(paid).toMatchObject([{ amount: 50_000 }])
})

test('an amount of one’s own is applied on Enter or on leaving, when it is whole and in range', async ({
  page,
  form,
}) => {
  const asked: number[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent'))
      asked.push(request.postDataJSON().amount)
  })
  await form.visit(page, '?lang=en')
  await form.choose(100)
  await form.amount('custom').check()
  await expect(form.button('pay')).toBeHidden()
  const custom = form.field('customAmount')
  await expect(custom).toHaveAttribute('min', '100')
  await expect(custom).toHaveAttribute('max', '100000')
  await expect(custom).toHaveAttribute('step', '1')

  await custom.fill('99')
  await custom.press('Enter')
  await expect(page.getByText('Minimum amount 100 UAH')).toBeVisible()
  await custom.fill('100001')
  await custom.press('Enter')
  await expect(page.getByText('Maximum amount 100,000 UAH')).toBeVisible()
  await custom.fill('150.5')
  await custom.press('Enter')
  await expect(page.getByText('Please enter a whole amount')).toBeVisible()
  expect(asked).toEqual([100])

  await custom.fill('1234')
  await form.field('email').focus()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('1,234')
  expect(asked).toEqual([100, 1234])
  await custom.fill('12')
  await custom.press('Enter')
  await expect(form.button('pay')).toBeHidden()
})

test('a click on Pay never takes another amount than the one in the field', async ({
  page,
  form,
  readBooks,
}) => {
  await form.visit(page)
  await form.fillWords('Обачна Тетяна')
  await form.amount('custom').check()
  const custom = form.field('customAmount')
  await custom.fill('1000')
  await custom.press('Enter')
  await form.cardFormIsOpen()
  await fillCard(page, cards.good)
  // In one turn, so that no timer of the field can come between.
  await custom.evaluate((field: HTMLInputElement) => {
    field.value = '100'
    field.form?.querySelector<HTMLButtonElement>('button[name="pay"]')?.click()
  })
  await expect(form.button('pay')).toHaveText('Пожертвувати 100 грн')

  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('100 грн')
  const { orders, charges } = await readBooks()
  const [order] = orders.filter(({ name }) => name === 'Обачна Тетяна')
  const paid = charges.filter(charge => charge.payment_intent === order?.payment_intent_id)
  expect(paid).toMatchObject([{ amount: 10_000 }])
  expect(charges.filter(({ amount }) => amount === 100_000)).toEqual([])
})

test('too many attempts to pay are told as such, with a way to order', async ({ page, form }) => {
  await page.route('**/api/create-payment-intent', route =>
    route.fulfill({ status: 429, json: { success: false, error: 'Too many requests.' } }),
  )
  await form.visit(page, '?lang=en')
  await form.amount(200).check()
  await expect(form.dialog).toContainText('too many attempts to pay')
  await expect(form.dialog).toContainText('order a candle without a donation')
})

test('an intent that cannot be made is told, and the same amount can be chosen again', async ({
  page,
  form,
}) => {
  let calls = 0
  await page.route('**/api/create-payment-intent', route => {
    calls += 1
    return calls === 1 ? route.abort() : route.continue()
  })
  await form.visit(page, '?lang=en')
  await form.amount(200).check()
  await expect(form.dialog).toContainText('Failed to initialize payment. Please try again.')
  await form.button('close').click()
  await expect(form.amount(200)).not.toBeChecked()
  await form.choose(200)
})

test('a refusal of the server shows the server’s own sentence', async ({ page, form }) => {
  await page.route('**/api/create-payment-intent', route =>
    route.fulfill({ json: { success: false, error: 'The shop rests on Sundays.' } }),
  )
  await form.visit(page)
  await form.amount(200).check()
  await expect(form.dialog).toContainText('The shop rests on Sundays.')
})

test('paying never asks for names, but a gentle line does', async ({ page, form, readBooks }) => {
  await form.visit(page)
  await form.choose(100)
  await expect(page.getByText('Ви ще не написали, за кого свічка')).toBeVisible()
  await form.fillWords('', 'Лише прохання, без імені')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Дякуємо!')
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(0)
  const { orders } = await readBooks()
  expect(orders.filter(({ purpose }) => purpose === 'Лише прохання, без імені')).toHaveLength(1)
})

test('an amount of one’s own is applied 200 ms after Enter, and not before', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await page.clock.install()
  await form.amount('custom').check()
  await form.field('customAmount').fill('250')
  let asked = false
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent')) asked = true
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.field('customAmount').press('Enter')
  await page.clock.runFor(199)
  await expect(form.field('customAmount')).toHaveValue('250')
  expect(asked).toBe(false)
  await page.clock.runFor(1)
  await expect.poll(() => asked).toBe(true)
})
