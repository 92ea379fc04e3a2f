import { resolve } from 'node:path'
import { languages } from '../../src/shared/language'
import { startProduct } from '../setup/processes'
import { CandleForm } from './candle-form'
import { expect, test } from './engine-test'

// What tests/e2e/page-length.spec.ts measures, with the same fonts. From the card's top: where Firefox makes
// no narrower window, the card has a margin. The lines of these engines differ by a fraction of a pixel.
process.env.FONTCONFIG_FILE = resolve('tests/setup/fonts.conf')
const tolerance = 1.04

const parish = {
  TEMPLE_NAME: 'Храм святителя Миколая',
  TEMPLE_TOWN: 'Київ',
  TEMPLE_NOTE: 'Свічки запалюємо щодня після ранкової служби.',
  DONATION_RECEIVER: 'Релігійна громада святителя Миколая',
  TEMPLE_CONTACT: '+380 44 000 00 00',
  PRIVACY_URL: 'https://parafia.example.org/privacy',
}

test('each way on is near, and the row of a chosen amount stays under the finger', async ({
  driver,
}) => {
  const product = await startProduct({ env: { ...parish, LIMIT_FACTOR: '1000' } })
  try {
    const form = new CandleForm(driver)
    const bottomOf = (selector: string) =>
      form.evaluate(css => {
        const [card, found] = ['main', css].map(each =>
          document.querySelector(each)?.getBoundingClientRect(),
        )
        return card && found ? found.bottom - card.top : Number.NaN
      }, selector)
    const topOfRow = () =>
      form.evaluate(() => document.querySelector('.amount-grid')?.getBoundingClientRect().top ?? 0)
    for (const language of languages) {
      const expectWithin = async (selector: string, most: number) =>
        expect(await bottomOf(selector), `${language} ${selector}`).toBeLessThanOrEqual(
          most * tolerance,
        )
      await driver.get(`${product.url}/?lang=${language}`)
      await form.started()
      await form.until(() => document.querySelector('.amounts:enabled'))
      await expectWithin('[name=withoutDonation]', 800)
      await expectWithin('main', 920)
      await form.press('[name=donationEnabled]')
      await expectWithin('[name=order]', 580)
      await form.press('[name=donationEnabled]')
      await form.fillWords('Марії, Петра', 'За здоров’я')
      await form.evaluate(() =>
        document.querySelector('.amount-grid')?.scrollIntoView({ block: 'center' }),
      )
      const before = await topOfRow()
      // The driver itself would scroll to what it presses.
      await form.evaluate(() => document.querySelector<HTMLElement>('input[value="200"]')?.click())
      await form.until(() => document.querySelector('button[name=pay]:enabled'))
      expect(Math.abs((await topOfRow()) - before), language).toBeLessThanOrEqual(90)
      await expectWithin('[name=pay]', 1120)
    }
  } finally {
    await product.stop()
  }
})
