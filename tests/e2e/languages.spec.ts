import { minuteMs } from '../../src/shared/durations'
import { languages } from '../../src/shared/language'
import { cards } from '../setup/cards'
import { startProduct } from '../setup/processes'
import { CandleForm, hold } from './candle-form'
import { expect, test } from './form-test'

const spoken = {
  uk: { title: 'Запалити свічку в храмі', heading: 'Запалити свічку', name: 'Замовити свічку' },
  ru: { title: 'Зажечь свечу в храме', heading: 'Зажечь свечу', name: 'Заказать свечу' },
  en: { title: 'Light a candle in church', heading: 'Light a candle', name: 'Order a candle' },
} as const

test('a language switch changes every text but what was typed', { tag: '@quick' }, async ({
  page,
  form,
}) => {
  await form.visit(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
  await expect(page.getByRole('button', { name: 'русский' })).toHaveAttribute('lang', 'ru')
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
  for (const index of [0, 1]) {
    await form.speak('uk')
    await words.nth(index).click()
    for (const language of languages) {
      await form.speak(language)
      const { title, heading, name } = spoken[language]
      await expect(page).toHaveTitle(title)
      await expect(form.heading).toHaveText(heading)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('button', { name })).toBeVisible()
      await expect(form.field('forWhom')).toHaveValue('Марія')
      await expect(words.nth(index)).toHaveAttribute('aria-pressed', 'true')
      await expect(words.nth(1 - index)).toHaveAttribute('aria-pressed', 'false')
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

test('what the parish has set follows a switch, also without a network and while a payment is checked', async ({
  page,
  context,
}) => {
  const product = await startProduct({
    env: {
      TEMPLE_NAME: 'Храм у Києві',
      TEMPLE_NAME_RU: 'Храм в Киеве',
      TEMPLE_CONTACT: '+380 44 000 00 00',
      LIMIT_FACTOR: '1000',
    },
  })
  try {
    const form = new CandleForm(page, product.url)
    const place = page.locator('.place span')
    const foot = page.locator('.temple')
    const letCome = await hold(page, '**/api/stripe-config')
    await page.clock.install()
    await form.visit(page, '?lang=uk')
    await form.speak('en')
    await expect(form.heading).toHaveText('Light a candle')
    await expect(place).toHaveText('Храм у Києві')
    await expect(place).toHaveAttribute('lang', 'uk')
    const answered = page.waitForResponse('**/api/stripe-config')
    letCome()
    await (await answered).finished()
    await page.waitForFunction(() => 'Stripe' in window)
    // Unused data is dropped after five minutes, but the page goes on using this.
    await page.clock.fastForward(6 * minuteMs)
    await context.setOffline(true)
    // Without a setting of its own it is read in its own alphabet.
    for (const [language, name, readIn, erased] of [
      ['en', 'Храм у Києві', 'uk', 'erase them'],
      ['ru', 'Храм в Киеве', 'ru', 'стираем'],
      ['uk', 'Храм у Києві', 'uk', 'стираємо'],
    ] as const) {
      await form.speak(language)
      await expect(place).toHaveText(name)
      await expect(place).toHaveAttribute('lang', readIn)
      await expect(foot).toContainText(erased)
      await expect(foot.getByRole('link', { name: '+380 44 000 00 00' })).toBeVisible()
    }
    await expect(form.amount(200)).toBeEnabled()
    await form.orderFree('Мандрівника Миколи')
    await expect(page.getByText('Немає інтернету, тому замовлення не надіслано.')).toBeVisible()
    await expect(form.field('forWhom')).toHaveValue('Мандрівника Миколи')

    await context.setOffline(false)
    await form.field('donationEnabled').check()
    await form.donate('Терпляча Тетяна', 200, cards.asksBank)
    await expect(form.bankAnswer('authorize')).toBeVisible()
    await page.route('**/api/payment-outcomes', route => route.abort())
    await page.reload()
    const box = page.locator('.payment-status')
    for (const [language, isAsked, ask] of [
      ['uk', 'перевіряємо щокілька секунд', 'Спитати можна тут: +380 44 000 00 00'],
      ['ru', 'проверяем каждые несколько секунд', 'Спросить можно здесь: +380 44 000 00 00'],
      ['en', 'we check every few seconds', 'You can ask here: +380 44 000 00 00'],
    ] as const) {
      await form.speak(language)
      await expect(box).toContainText(isAsked)
      await expect(box).toContainText(ask)
      await expect(box.getByRole('link')).toHaveAttribute('href', 'tel:+380440000000')
    }
    // Nothing takes room for nothing.
    const bottomOf = (selector: string) =>
      page.locator(selector).evaluate(element => element.getBoundingClientRect().bottom)
    expect((await bottomOf('.donation')) - (await bottomOf('#email'))).toBeLessThan(30)
  } finally {
    await product.stop()
  }
})
