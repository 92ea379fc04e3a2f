import type { WebDriver } from 'selenium-webdriver'
import { onTestFinished } from 'vitest'
import { bankYes, type CandleForm, cards } from './candle-form'
import { expect, test } from './engine-test'

// What one tab knows of another one's payment: storage, which each engine shares in its own way.

/** Opens another window, which ends with the test: WebKit's driver brings no tab to the front. */
async function openSecond(driver: WebDriver) {
  const first = await driver.getWindowHandle()
  await driver.switchTo().newWindow('window')
  const second = await driver.getWindowHandle()
  onTestFinished(async () => {
    await driver.switchTo().window(second)
    await driver.close()
    await driver.switchTo().window(first)
  })
  return {
    toFirst: () => driver.switchTo().window(first),
    toSecond: () => driver.switchTo().window(second),
  }
}

/** The server's answer is asked for at once, and not some seconds later. */
const askNow = (form: CandleForm) => form.evaluate(() => window.dispatchEvent(new Event('online')))

test('one of two tabs of a site pays, the other checks', async ({
  driver,
  line,
  visitHost,
  orders,
  countAttempts,
}) => {
  const frame = `<iframe src="${line.url}/?lang=uk" style="width:100%;height:1500px;border:0"></iframe>`
  const form = await visitHost(frame)
  await form.started()
  await form.fillWords('Перша Параска')
  await form.choose(200)
  const { toFirst, toSecond } = await openSecond(driver)
  await visitHost(frame)
  await form.started()
  await form.fillWords('Друга Параска')
  await form.choose(300)
  await form.fillCard(cards.good)
  const before = await countAttempts()

  await toFirst()
  await form.payWith(cards.asksBank)
  await form.until(() => document.querySelector('h1'), '', bankYes.frames)
  await toSecond()
  await form.press('button[name=pay]')
  await form.says('Перевіряємо оплату')
  await toFirst()
  await form.pressBank()
  await form.says('200 грн', 'dialog')
  await toSecond()
  await askNow(form)
  await form.says('200 грн', 'dialog')
  // The words stay in the tab that they were typed in.
  expect(await form.evaluate(() => document.querySelector('dialog')?.textContent)).not.toContain(
    'Перша',
  )
  expect([await orders('Перша Параска'), await orders('Друга Параска')]).toEqual([1, 0])
  expect(await countAttempts()).toBe(before + 1)
})

test('a new tab does not cancel another one’s payment', async ({ driver, form, visit, orders }) => {
  const name = 'Неквапна Ніла'
  await visit('uk')
  await form.fillWords(name)
  await form.choose(200)
  await form.payWith(cards.declined)
  await form.press('button[name=close]')
  const { toFirst } = await openSecond(driver)
  await visit('uk')
  await form.until(() => document.querySelector('.amounts:enabled'))
  expect(await form.valueOf('forWhom')).toBe('')
  await toFirst()
  await form.payWith(cards.good)
  await form.says('200 грн', 'dialog')
  expect(await orders(name)).toBe(1)
})
