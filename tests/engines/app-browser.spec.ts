import { cards } from './candle-form'
import { expect, test } from './engine-test'

// The browsers inside Telegram, Viber, Facebook and Instagram are WebViews of these engines, without
// storage, windows of their own, downloads, sharing or wallets.

test.override({ lacks: { storage: true } })

const frame = (
  url: string,
) => `<svichka-candle origin="${url}"><iframe src="${url}/?lang=uk" title="Свічка"
    height="920" sandbox="allow-scripts allow-same-origin allow-forms"></iframe></svichka-candle>
  <script async src="${url}/embed.js"></script>`

test('a donation with 3-D Secure needs neither storage nor windows', async ({
  line,
  visitHost,
  orders,
}) => {
  const form = await visitHost(frame(line.url))
  await form.started()
  const has = await form.evaluate(() => {
    try {
      return window.localStorage !== null
    } catch {
      return false
    }
  })
  expect(has, 'the switch works').toBe(false)
  await form.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await form.fillWords('Проста Прісціла')
  await form.choose(200)
  await form.payWith(cards.asksBank)
  await form.pressBank()
  await form.says('200 грн', 'dialog')
  await form.press('button[name=close]')
  expect(await orders('Проста Прісціла')).toBe(1)
})

// The bank's app opens the phone's own browser, which knows nothing of the order.
test('a payment that comes back in another browser is thanked for, and is one order', async ({
  driver,
  form,
  visit,
  orders,
}) => {
  await visit('uk')
  await form.fillWords('Мандрівна Марта')
  await form.choose(300)
  await form.payWith(cards.redirects)
  await form.press('#test-source-authorize-3ds')
  await form.says('Оплату завершено', 'dialog')
  await form.says('300 грн', 'dialog')
  expect(await driver.getCurrentUrl()).not.toContain('secret')
  await expect.poll(() => orders('Мандрівна Марта')).toBe(1)
})
