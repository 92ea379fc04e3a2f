import { cards } from './candle-form'
import { expect, test } from './engine-test'

test('a free order is validated, stored and thanked for', async ({
  driver,
  line,
  form,
  orders,
}) => {
  await driver.get(`${line.url}/?lang=uk`)
  await form.started()
  await form.press('button[name=withoutDonation]')
  await form.says("Обов'язкове поле")
  expect(await form.evaluate(() => document.activeElement?.id)).toBe('forWhom')
  await form.fillWords('Вільна Віра')
  await form.press('button[name=order]')
  await form.says('Вільна Віра', 'dialog')
  await form.escape()
  await form.until(() => !document.querySelector('dialog'))
  expect(await orders('Вільна Віра')).toBe(1)
})

test('a card is declined, then its bank asks and agrees', async ({
  driver,
  line,
  form,
  orders,
}) => {
  await driver.get(`${line.url}/?lang=uk`)
  await form.started()
  await form.fillWords('Рамкова Раїса')
  await form.choose(200)
  await form.payWith(cards.declined)
  await form.says('Картку відхилено', 'dialog')
  await form.press('button[name=close]')
  await form.payWith(cards.asksBank)
  await form.pressBank()
  await form.says('200 грн', 'dialog')
  expect(await orders('Рамкова Раїса')).toBe(1)
})
