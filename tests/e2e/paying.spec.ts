import { cards } from './candle-form'
import { expect, test } from './form-test'

test('a preset, a card and one click: the order is stored as paid, and the visitor is thanked', async ({
  page,
  form,
  readOrders,
  readCharges,
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
  for (const text of ['200 грн', 'На подяку', 'Марія і Петро', 'на maria@example.com'])
    await expect(form.dialog).toContainText(text)
  await expect(form.toast).toContainText('Лист із підтвердженням надіслано')
  await form.button('close').click()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.field('forWhom')).toHaveValue('')

  const stored = { purpose: 'На подяку', language: 'uk', email: 'maria@example.com' }
  expect(await readOrders('Марія і Петро')).toMatchObject([stored])
  expect(await readCharges('Марія і Петро')).toEqual([20_000])
})

test('a declined card is reported in the visitor’s language, and the same intent is paid by another', async ({
  page,
  form,
  readOrders,
}) => {
  let intents = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent')) intents += 1
  })
  await form.takeOwnAddress(page)
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
  expect(await readOrders('Василь терплячий')).toHaveLength(1)
})

test('too many attempts, an intent that cannot be created and a refusal in the server’s own sentence are shown, and the same amount can be chosen again', async ({
  page,
  form,
}) => {
  let calls = 0
  await page.route('**/api/create-payment-intent', route => {
    calls += 1
    if (calls === 1)
      return route.fulfill({ status: 429, json: { success: false, error: 'Too many requests.' } })
    if (calls === 2) return route.abort()
    if (calls === 3)
      return route.fulfill({ json: { success: false, error: 'The shop rests on Sundays.' } })
    return route.continue()
  })
  await form.visit(page, '?lang=en')
  for (const told of [
    ['too many attempts to pay', 'order a candle without a donation'],
    ['Failed to initialize payment. Please try again.'],
    ['The shop rests on Sundays.'],
  ]) {
    await form.amount(200).check()
    for (const words of told) await expect(form.dialog).toContainText(words)
    await form.button('close').click()
    await expect(form.amount(200)).not.toBeChecked()
  }
  await form.choose(200)
})

test('paying never asks for names, but a box leads to the first empty field, and the thanks promise nothing for nobody', async ({
  page,
  form,
  readStore,
}) => {
  await form.visit(page)
  await form.choose(500)
  const box = page.getByText('Ви ще не написали, за кого свічка')
  await expect(box).toBeVisible()
  await page.getByRole('button', { name: 'Написати' }).click()
  await expect(form.field('forWhom')).toBeFocused()
  await form.field('forWhom').fill('Марія')
  await page.getByRole('button', { name: 'Написати' }).click()
  await expect(form.field('purpose')).toBeFocused()
  await form.fillWords('', 'Лише прохання, без імені')
  await expect(box).toBeVisible()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText(
    'Вашу пожертву 500 грн отримано, дякуємо. За кого запалити свічку, ви не написали: замовте її тут, уже без пожертви.',
  )
  await expect(form.dialog).not.toContainText('запалять')
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(0)
  const { orders } = await readStore()
  expect(orders.filter(({ purpose }) => purpose === 'Лише прохання, без імені')).toHaveLength(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Замовити свічку' }).click()
  await expect(form.field('forWhom')).toBeFocused()

  await form.field('donationEnabled').check()
  await form.fillWords('Марія без прохання', ' ')
  await form.choose(500)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText(
    'Вашу пожертву 500 грн отримано, дякуємо. З яким проханням запалити свічку, ви не написали: замовте її тут, уже без пожертви.',
  )
  await expect(form.dialog.locator('.church-note')).toHaveText('Марія без прохання')
  await expect(form.dialog).not.toContainText('запалять')
})

test('an address that the provider would reject, a Cyrillic letter in it, does not stop the donation', async ({
  page,
  form,
  readOrders,
}) => {
  await form.visit(page)
  await form.fillWords('Іван із кирилицею', 'мир', 'іvan@gmail.com')
  await form.choose(200)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Дякуємо!')
  expect(await readOrders('Іван із кирилицею')).toMatchObject([
    { payment: 'paid', email: 'іvan@gmail.com' },
  ])
})
