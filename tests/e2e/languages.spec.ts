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
