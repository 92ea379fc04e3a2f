import { expect, test } from './form-test'

const spoken = {
  uk: { title: 'Запалити свічку в храмі', heading: 'Запалити свічку', name: 'Замовити свічку' },
  ru: { title: 'Зажечь свечу в храме', heading: 'Зажечь свечу', name: 'Заказать свечу' },
  en: { title: 'Light a candle in church', heading: 'Light a candle', name: 'Order a candle' },
} as const

test('the page speaks Ukrainian first, and a switch changes everything but what was typed', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.fillWords('Марія')
  await form.field('donationEnabled').uncheck()
  for (const language of ['uk', 'ru', 'en', 'uk'] as const) {
    await form.speak(language)
    const { title, heading, name } = spoken[language]
    await expect(page).toHaveTitle(title)
    await expect(form.heading).toHaveText(heading)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await expect(form.field('forWhom')).toHaveValue('Марія')
  }
})

test('an embedding page chooses the language by the address', async ({ page, form }) => {
  for (const language of ['ru', 'en', 'uk'] as const) {
    const response = await page.goto(`${form.url}/?lang=${language}`)
    expect(await response?.text()).toContain(spoken[language].heading)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
})

test('the card form speaks English to a Ukrainian page and Russian to a Russian one', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.choose(100)
  const label = page
    .frameLocator('iframe[title="Secure payment input frame"]')
    .locator('label')
    .first()
  await expect(label).toHaveText('Card number')
  await form.speak('ru')
  await expect(form.button('pay')).toContainText('Пожертвовать')
  await expect(label).not.toHaveText('Card number')
  await expect(label).toHaveText(/[а-я]/i)
})

test('a declined card is reported in Russian on a Russian page', async ({ page, form }) => {
  await form.takeOwnAddress(page)
  await form.visit(page, '?lang=ru')
  await form.choose(100)
  await form.payWith('4000000000000127')
  await expect(form.dialog).toContainText('Ошибка')
  await expect(form.dialog).toContainText('Код безопасности карты (CVC) неверен.')
})

test('any other path is a page not found, with a hint for developers', async ({
  page,
  product,
}) => {
  const response = await page.goto(`${product.url}/somewhere/else`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add a route')).toBeVisible()
})
