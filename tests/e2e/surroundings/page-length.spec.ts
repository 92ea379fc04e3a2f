import { engine } from '../../engines/engine'
import { startProduct } from '../../setup/processes'
import { CandleForm } from '../candle-form'
import { expect, test } from '../form-test'
import { measuredLanguages } from '../inspect-page'

// How far down the page each way on ends, with everything that a parish may set, in CSS pixels. The fonts are
// those of the pictures; another machine's may differ by this part, and another engine's lines.
const tolerance = engine ? 1.04 : 1.03

const parish = {
  TEMPLE_NAME: 'Храм святителя Миколая',
  TEMPLE_TOWN: 'Київ',
  TEMPLE_NOTE: 'Свічки запалюємо щодня після ранкової служби.',
  DONATION_RECEIVER: 'Релігійна громада святителя Миколая',
  TEMPLE_CONTACT: '+380 44 000 00 00',
  PRIVACY_URL: 'https://parafia.example.org/privacy',
}

test('each way on is as near as a phone’s screen needs it, and a chosen row stays under the finger', {
  tag: '@engines',
}, async ({ page }) => {
  const product = await startProduct({ env: { ...parish, LIMIT_FACTOR: '1000' } })
  try {
    const form = new CandleForm(page, product.url)
    /** In Firefox, which makes no window so narrow, the card has a margin. */
    const bottomOf = (selector: string) =>
      page.locator(selector).evaluate((element, hasMargin) => {
        const top = hasMargin ? document.querySelector('main')?.getBoundingClientRect().top : 0
        return element.getBoundingClientRect().bottom + (hasMargin ? 0 : scrollY) - (top ?? 0)
      }, engine === 'firefox')
    for (const language of measuredLanguages) {
      const query = `?lang=${language}`
      const expectWithin = async (selector: string, most: number) =>
        expect(await bottomOf(selector), `${language} ${selector}`).toBeLessThanOrEqual(
          most * tolerance,
        )
      await page.setViewportSize({ width: 320, height: 568 })
      await form.visit(page, query)
      await expectWithin('[name=withoutDonation]', 820)
      await page.setViewportSize({ width: 390, height: 844 })
      await form.visit(page, query)
      await expectWithin('[name=withoutDonation]', 800)
      await expectWithin('main', 920)
      await form.field('donationEnabled').uncheck()
      await expectWithin('[name=order]', 580)
      await form.field('donationEnabled').check()
      await form.fillWords('Марії, Петра')
      if (engine) await page.setViewportSize({ width: 390, height: 664 })
      const row = page.locator('.amount-grid')
      await row.evaluate(grid => grid.scrollIntoView({ block: 'center' }))
      const topOfRow = () => row.evaluate(grid => grid.getBoundingClientRect().top)
      const before = await topOfRow()
      // A driver itself would scroll to what it presses.
      await form.amount(200).evaluate((input: HTMLInputElement) => input.click())
      await expect(form.button('pay')).toBeEnabled()
      expect(Math.abs((await topOfRow()) - before), language).toBeLessThanOrEqual(90)
      await form.cardFormIsOpen()
      await expectWithin('[name=pay]', 1120)
    }
  } finally {
    await product.stop()
  }
})

test('an amount is answered in sight with its card form', async ({ page, form }) => {
  for (const [language, width, height] of [
    ...measuredLanguages.map(each => [each, 390, 844] as const),
    ['uk', 390, 664],
    ['uk', 320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    await form.visit(page, `?lang=${language}`)
    await form.choose(200)
    for (const part of [page.locator('.answer'), page.locator('.card-element'), form.amount(200)])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('the page follows a tap smoothly, unless motion is reduced', async ({ page, form }) => {
  await form.visit(page)
  await page.evaluate(() => {
    const { scrollIntoView } = Element.prototype
    Element.prototype.scrollIntoView = function (options) {
      if (this.matches('.answer'))
        Object.assign(window, { behavior: options instanceof Object && options.behavior })
      scrollIntoView.call(this, options)
    }
  })
  for (const [motion, behavior, uah] of [
    ['no-preference', 'smooth', 200],
    ['reduce', 'auto', 300],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion })
    await form.choose(uah)
    expect(await page.evaluate(() => Reflect.get(window, 'behavior'))).toBe(behavior)
  }
})
