import { expect, test } from './form-test'

// The page preloads what its script would need.
test.use({ javaScriptEnabled: false, allowed: /preloaded using link preload/ })

test('a candle is ordered without a script', async ({ page, form, store }) => {
  const name = 'Без скрипта'
  const noCards = page.locator('noscript .unavailable')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${form.url}/?theme=dark`)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 16, 12)')
  await expect(form.heading).toHaveCSS('color', 'rgb(245, 234, 219)')
  await expect(form.heading).toHaveText('Запалити свічку')
  await expect(noCards).toContainText('Оплата недоступна')
  await expect(noCards).toBeVisible()
  await form.speak('ru')
  await expect(form.heading).toHaveText('Зажечь свечу')
  await expect(noCards).toContainText('Оплата недоступна')
  await expect(noCards).toBeVisible()
  await expect(form.amount(100)).toBeHidden()
  await expect(form.button('order')).toBeHidden()

  await form.field('donationEnabled').uncheck()
  await expect(noCards).toBeHidden()
  await form.fillWords(name, '')
  await form.button('order').click()
  await expect(page.getByText('Обязательное поле')).toHaveCount(1)
  await expect(form.field('purpose')).toHaveAccessibleDescription('Обязательное поле')
  await expect(form.field('forWhom')).toHaveValue(name)
  await expect(form.field('donationEnabled')).not.toBeChecked()

  await form.field('purpose').fill('Мир')
  await form.button('order').click()
  await expect(page.getByRole('heading', { name: 'Заказ принят' })).toBeVisible()
  expect(page.url()).toBe(`${form.url}/?lang=ru&theme=dark&thanks`)
  await page.reload()
  await page.goBack()
  await page.goForward()
  await page.getByRole('link', { name: 'Заказать ещё одну свечу' }).click()
  await expect(form.heading).toHaveText('Зажечь свечу')
  expect(page.url()).toBe(`${form.url}/?lang=ru&theme=dark`)
  await expect(form.field('forWhom')).toHaveValue('')
  expect(await store.orders(name)).toMatchObject([{ language: 'ru', purpose: 'Мир' }])
})
