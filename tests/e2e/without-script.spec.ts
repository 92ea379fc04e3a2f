import { expect, test } from './form-test'
import { framedForm, visitHost } from './host-page'

test.use({ javaScriptEnabled: false })

test('a candle is ordered without a script', async ({ page, form, store }) => {
  const name = 'Без скрипта'
  const noCards = page.locator('noscript .payment-area')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${form.url}/?theme=dark`)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 16, 12)')
  await expect(form.field('forWhom')).toHaveCSS('color', 'rgb(245, 234, 219)')
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
  expect(page.url()).toMatch(/\/\?lang=ru&theme=dark&thanks=[\w-]{44}$/)
  const note = page.locator('.church-note p')
  expect(await note.allTextContents()).toEqual(['Мир', name])
  await page.reload()
  expect(await note.allTextContents()).toEqual(['Мир', name])
  await page.goBack()
  await page.goForward()
  await page.getByRole('link', { name: 'Заказать ещё одну свечу' }).click()
  await expect(form.heading).toHaveText('Зажечь свечу')
  expect(page.url()).toBe(`${form.url}/?lang=ru&theme=dark`)
  await expect(form.field('forWhom')).toHaveValue('')
  expect(await store.orders(name)).toMatchObject([{ language: 'ru', purpose: 'Мир' }])

  // Another visitor behind the same address, or the same one again: nobody can tell but they.
  await form.field('donationEnabled').uncheck()
  await form.fillWords(name, 'Мир')
  await form.button('order').click()
  await expect(page.getByText('Такой же заказ из вашей сети уже есть')).toBeVisible()
  expect(await store.orders(name)).toHaveLength(1)
  await form.button('order').click()
  await expect(form.button('order')).toHaveCount(0)
  await expect(form.heading).toHaveText('Заказ принят')
  expect(await store.orders(name)).toHaveLength(2)
})

test('a form that is too long for the server says so, and is there again on the way back', async ({
  page,
  form,
}) => {
  const names = 'Ярослава, '.repeat(700)
  // In a frame, whose pages no browser keeps whole.
  await visitHost(page, `<iframe src="${form.url}/?lang=en" width="400" height="900"></iframe>`)
  const framed = framedForm(page, form.url)
  await framed.field('donationEnabled').uncheck()
  await framed.fillWords(names, 'Peace')
  await framed.button('order').click()
  await expect(framed.place.getByText('The text is too long')).toBeVisible()
  await expect(framed.place.getByText('what you wrote is still there')).toBeVisible()
  await framed.place.locator('body').evaluate(() => history.back())
  await expect(framed.field('forWhom')).toHaveValue(names)
  await expect(framed.field('purpose')).toHaveValue('Peace')
})
