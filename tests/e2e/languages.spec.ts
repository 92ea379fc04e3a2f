import { languages } from '../../src/shared/language'
import { cards } from './candle-form'
import { expect, test } from './form-test'

const spoken = {
  uk: { title: 'Запалити свічку в храмі', heading: 'Запалити свічку', name: 'Замовити свічку' },
  ru: { title: 'Зажечь свечу в храме', heading: 'Зажечь свечу', name: 'Заказать свечу' },
  en: { title: 'Light a candle in church', heading: 'Light a candle', name: 'Order a candle' },
} as const

test('a language switch changes every text but what was typed', async ({ page, form }) => {
  await form.visit(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
  await form.field('forWhom').fill('Марія')
  await form.field('donationEnabled').uncheck()
  const words = page.locator('.purposes button')
  const sizes = () =>
    words.evaluateAll(all => {
      const isWider = (button: Element) => {
        const text = document.createRange()
        text.selectNodeContents(button)
        return text.getBoundingClientRect().width > button.clientWidth
      }
      return all.map(one => ({
        width: one.getBoundingClientRect().width,
        height: one.getBoundingClientRect().height,
        isCut: isWider(one),
      }))
    })
  for (const pressed of [0, 1]) {
    await form.speak('uk')
    await words.nth(pressed).click()
    for (const language of languages) {
      await form.speak(language)
      const { title, heading, name } = spoken[language]
      await expect(page).toHaveTitle(title)
      await expect(form.heading).toHaveText(heading)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('button', { name })).toBeVisible()
      await expect(form.field('forWhom')).toHaveValue('Марія')
      await expect(words.nth(pressed)).toHaveAttribute('aria-pressed', 'true')
      await expect(words.nth(1 - pressed)).toHaveAttribute('aria-pressed', 'false')
      for (const width of [350, 390]) {
        await page.setViewportSize({ width, height: 740 })
        const [first, second] = await sizes()
        expect(first).toMatchObject({ height: 44, isCut: false })
        expect(second).toEqual(first)
      }
    }
  }
  await words.first().click()
  await expect(form.field('purpose')).toHaveValue('For health')
})

test('names written right to left stay so, and what is beside them does not', async ({
  page,
  form,
}) => {
  await form.visit(page)
  await form.fillWords('משה, Іван', 'Мир')
  await expect(form.field('forWhom')).toHaveCSS('direction', 'rtl')
  await expect(form.field('purpose')).toHaveCSS('direction', 'ltr')
  await form.choose(100)
  for (const place of ['.read-back', 'dialog']) {
    await expect(page.locator(place).getByText('משה, Іван')).toHaveCSS('direction', 'rtl')
    await expect(page.locator(place).getByText('Мир', { exact: true })).toHaveCSS(
      'direction',
      'ltr',
    )
    if (place === '.read-back') await form.payWith(cards.good)
  }
})

test('typed words for the intention count as pressed', async ({ page, form }) => {
  await form.visit(page, '?lang=ru')
  const words = page.locator('.purposes button')
  const purpose = form.field('purpose')
  await purpose.fill('О здравии детей')
  await expect(words.nth(0)).toHaveAttribute('aria-pressed', 'true')
  await words.nth(1).click()
  await expect(purpose).toHaveValue('Об упокоении, детей')
  await form.speak('en')
  await purpose.fill('For healthy twins')
  await expect(words.nth(0)).toHaveAttribute('aria-pressed', 'false')

  await purpose.fill('of my mother')
  await words.nth(0).click()
  await expect(purpose).toHaveValue('For health, of my mother')
  await expect(words.nth(0)).toHaveAttribute('aria-pressed', 'true')
  await words.nth(0).click()
  await expect(purpose).toHaveValue('of my mother')
})

test.describe('what the parish has set', () => {
  // A page that a test rewrites has no address space.
  test.use({ allowed: /loopback/ })

  test('is read in the other language after a switch', async ({ page, form }) => {
    const places = { uk: 'Храм у Києві', ru: 'Храм в Киеве', en: 'Church in Kyiv' }
    const asked: string[] = []
    await page.route(`${form.url}/?lang=*`, async route => {
      const { searchParams } = new URL(route.request().url())
      const lang = languages.find(each => each === searchParams.get('lang')) ?? 'uk'
      asked.push(lang)
      if (asked.length === 3) return route.abort()
      const response = await route.fetch()
      const body = (await response.text())
        .replace('data-place=""', `data-place="${places[lang]}"`)
        .replace(/(class="place"><span lang=")[a-z]+("><)/, `$1${lang}">${places[lang]}<`)
        .replace('class="temple">', `$&<div lang="${lang}">${places[lang]}: 123</div>`)
      await route.fulfill({ response, body })
    })
    const shown = () => page.locator('.place, .temple').allTextContents()
    await form.visit(page, '?lang=uk')
    expect(await shown()).toEqual([places.uk, `${places.uk}: 123`])
    await form.speak('en')
    await expect.poll(shown).toEqual([places.en, `${places.en}: 123`])
    await expect(page.locator('.place span')).toHaveAttribute('lang', 'en')

    // Without a network what was there stays, and is read out in its own language.
    await form.speak('ru')
    await expect(form.heading).toHaveText('Зажечь свечу')
    expect(await shown()).toEqual([places.en, `${places.en}: 123`])
    await expect(page.locator('.place span')).toHaveAttribute('lang', 'en')
    await form.speak('uk')
    await expect.poll(shown).toEqual([places.uk, `${places.uk}: 123`])
    expect(asked).toEqual(['uk', 'en', 'ru', 'uk'])
  })
})
