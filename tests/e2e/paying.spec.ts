import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards, hold } from './candle-form'
import { expect, test } from './form-test'

test('a double click on Pay is one charge and one order', async ({ page, form, store }) => {
  await form.visit(page)
  await form.fillWords('Марія і Петро', 'На подяку', 'maria@example.com')
  await form.choose(200)
  await fillCard(page, cards.good)
  const letGo = await hold(page, '**/v1/payment_intents/*/confirm')
  await form.button('pay').evaluate((pay: HTMLButtonElement) => {
    pay.click()
    pay.click()
  })
  await expect(form.button('pay')).toHaveText('Обробляємо...')
  letGo()
  await expect(form.dialog).toContainText('Дякуємо!')
  for (const text of ['200 грн', 'На подяку', 'Марія і Петро', 'на maria@example.com'])
    await expect(form.dialog).toContainText(text)
  await expect(form.toast).toContainText('Лист із підтвердженням надіслано')
  await form.button('close').click()
  await form.language('en').click({ trial: true, timeout: 1500 })
  await expect(form.toast).toBeVisible()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.field('forWhom')).toHaveValue('')

  const stored = { purpose: 'На подяку', language: 'uk', email: 'maria@example.com' }
  expect(await store.orders('Марія і Петро')).toMatchObject([stored])
  expect(await store.charges()).toEqual([20_000])
})

test('Pay stops for no empty field and no odd address', async ({ page, form, store }) => {
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
  const { orders } = await store.read()
  expect(orders.filter(({ purpose }) => purpose === 'Лише прохання, без імені')).toHaveLength(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Замовити свічку' }).click()
  await expect(form.field('forWhom')).toBeFocused()

  await form.field('donationEnabled').check()
  // With a Cyrillic letter.
  await form.fillWords('Марія без прохання', ' ', 'іvan@gmail.com')
  await form.choose(500)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText(
    'Вашу пожертву 500 грн отримано, дякуємо. З яким проханням запалити свічку, ви не написали: замовте її тут, уже без пожертви.',
  )
  await expect(form.dialog.locator('.church-note')).toHaveText('Марія без прохання')
  await expect(form.dialog).not.toContainText('запалять')
  const paid = { payment: 'paid', email: 'іvan@gmail.com' }
  expect(await store.orders('Марія без прохання')).toMatchObject([paid])
})
