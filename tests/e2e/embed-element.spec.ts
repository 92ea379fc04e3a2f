import { expect, test } from './form-test'
import { closeHosts, framedForm, visitHost } from './host-page'

test.afterEach(closeHosts)

test('an element that is taken out of the page leaves nothing listening', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const add = window.addEventListener
    let listening = 0
    window.addEventListener = function count(
      this: Window,
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ) {
      if (type === 'message' && typeof options === 'object') {
        listening += 1
        options.signal?.addEventListener('abort', () => {
          listening -= 1
          Object.assign(window, { listening })
        })
        Object.assign(window, { listening })
      }
      return add.call(this, type, listener, options)
    }
  })
  await visitHost(page, `<script src="${product.url}/embed.js"></script>`)
  await framedForm(page, product.url).started()
  expect(await page.evaluate(() => Reflect.get(window, 'listening'))).toBe(1)
  await page.evaluate(() => document.querySelector('svichka-candle')?.remove())
  expect(await page.evaluate(() => Reflect.get(window, 'listening'))).toBe(0)
  await expect(page.locator('iframe')).toHaveCount(0)
})
