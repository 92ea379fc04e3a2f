import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { challengeFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'
import { closeHosts, framedForm, visitHost } from './host-page'

test.afterEach(closeHosts)

const heightOf = (page: Page) =>
  page.evaluate(() => document.querySelector('iframe')?.getBoundingClientRect().height ?? 0)

/** How far the frame is from its content, in pixels. */
async function gap(page: Page, form: CandleForm) {
  const content = await form.place.locator('#page').evaluate(e => e.getBoundingClientRect().height)
  return Math.abs((await heightOf(page)) - Math.ceil(content))
}

test('one tag embeds a frame as tall as the form, and it follows every change, in the tag’s language', async ({
  page,
  product,
}) => {
  await visitHost(page, `<script async src="${product.url}/embed.js" data-language="ru"></script>`)
  const form = framedForm(page, product.url)
  await form.started()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('title', 'Заказать свечу в храме')
  await expect(frame).toHaveAttribute('allow', 'payment')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(form.heading).toHaveText('Зажечь свечу')
  await expect.poll(() => gap(page, form)).toBe(0)

  const before = await heightOf(page)
  await form.field('donationEnabled').uncheck()
  await expect.poll(() => heightOf(page)).toBeLessThan(before)
  await expect.poll(() => gap(page, form)).toBe(0)
})

test('each height is sent once, in whole pixels, until the page is stable; one from another window changes nothing', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    window.addEventListener('message', ({ data }) => {
      if (data?.type === 'IFRAME_HEIGHT') told.push(data.height)
    })
  })
  await visitHost(page, `<script src="${product.url}/embed.js"></script>`)
  const form = framedForm(page, product.url)
  await form.started()
  await form.amount(100).check()
  await form.cardFormIsOpen()
  await form.field('donationEnabled').uncheck()
  await expect.poll(() => gap(page, form)).toBe(0)
  const told = await page.evaluate(() => Reflect.get(window, 'told') as number[])
  expect(told.length).toBeGreaterThanOrEqual(3)
  expect(told.length).toBeLessThan(20)
  expect(told.every(Number.isInteger)).toBe(true)
  expect(told.filter((height, index) => height === told[index - 1])).toEqual([])
  await page.waitForTimeout(400)
  expect(await page.evaluate(() => Reflect.get(window, 'told').length)).toBe(told.length)

  const before = await heightOf(page)
  await page.evaluate(() => window.postMessage({ type: 'IFRAME_HEIGHT', height: 33 }, '*'))
  const heard = () => page.evaluate(() => (Reflect.get(window, 'told') as number[]).at(-1))
  await expect.poll(heard).toBe(33)
  expect(await heightOf(page)).toBe(before)
})

test('an error and a paid order in somebody else’s tall, scrolled page open where the visitor looks', async ({
  page,
  product,
}) => {
  await visitHost(
    page,
    `<div style="height:1500px">Above</div>
     <script src="${product.url}/embed.js"></script>
     <div style="height:1500px">Below</div>`,
  )
  await page.locator('svichka-candle').scrollIntoViewIfNeeded()
  const form = framedForm(page, product.url)
  await form.takeOwnAddress(page)
  await form.started()
  await form.fillWords('Рамкова Раїса')
  await form.choose(100)
  await form.payWith(cards.declined)
  await expect(form.dialog).toContainText('Картку відхилено, гроші не списано.')
  await expect(form.dialog).toBeInViewport({ ratio: 1 })
  await form.button('close').click()

  await form.payWith(cards.asksBank)
  await challengeFrame(form.place).locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toContainText('Дякуємо!')
  await expect(form.button('close')).toBeInViewport({ ratio: 1 })
  await form.button('close').click()
  await expect(form.dialog).toBeHidden()
  await expect.poll(() => gap(page, form)).toBe(0)
})

test('a free order that is not complete shows its first empty field in a tall frame', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 420 })
  await visitHost(
    page,
    `<p style="height:500px">Parish</p><script src="${product.url}/embed.js"></script><p style="height:900px">More</p>`,
  )
  const form = framedForm(page, product.url)
  await page.locator('svichka-candle').scrollIntoViewIfNeeded()
  await form.started()
  await form.button('withoutDonation').click()
  await expect(form.field('forWhom')).toBeFocused()
  await expect(form.field('forWhom')).toBeInViewport({ ratio: 1 })
})

test('two forms on one page each keep their own height and their own order', async ({
  page,
  product,
  readOrders,
}) => {
  const tag = `<script src="${product.url}/embed.js" data-language="en"></script>`
  await visitHost(page, `<div>${tag}</div><div>${tag}</div>`)
  const [first, second] = [framedForm(page, product.url, 0), framedForm(page, product.url, 1)]
  await first.started()
  await second.place.locator('html').waitFor()
  await second.started()
  await first.field('donationEnabled').uncheck()
  const heightOfNth = async (nth: number) =>
    (await page.locator('iframe').nth(nth).boundingBox())?.height ?? 0
  await expect.poll(async () => (await heightOfNth(1)) - (await heightOfNth(0))).toBeGreaterThan(0)

  await second.fillWords('Second of two')
  await second.button('withoutDonation').click()
  await expect(second.dialog).toContainText('Order received')
  await expect(first.dialog).toHaveCount(0)
  expect(await readOrders('Second of two')).toHaveLength(1)
})

test('a host with a strict policy needs to allow the form’s origin and nothing else', async ({
  page,
  product,
}) => {
  await visitHost(page, `<script src="${product.url}/embed.js"></script>`, {
    'content-security-policy': `default-src 'none'; script-src ${product.url}; frame-src ${product.url}; style-src-attr 'unsafe-inline'`,
  })
  const form = framedForm(page, product.url)
  await form.started()
  await expect.poll(() => gap(page, form)).toBe(0)
})

test('a plain frame with six lines of script works as well', async ({ page, product }) => {
  await visitHost(
    page,
    `<iframe id="candle" src="${product.url}/?lang=uk" title="Замовити свічку" allow="payment"
       style="width:100%;height:640px;border:0;color-scheme:light"></iframe>
     <script>
       addEventListener('message', event => {
         const frame = document.getElementById('candle')
         if (event.source !== frame.contentWindow || event.origin !== '${product.url}') return
         if (event.data?.type === 'IFRAME_HEIGHT') frame.style.height = event.data.height + 'px'
       })
     </script>`,
  )
  const form = new CandleForm(page.frameLocator('#candle'), product.url)
  await form.started()
  await expect.poll(() => gap(page, form)).toBe(0)
})

for (const [host, style, theme] of [
  ['says nothing of colours', '', 'light'],
  ['is dark', ':root { color-scheme: dark }', 'dark'],
] as const) {
  test(`on a host page that ${host} the form asks for the ${theme} theme, and is transparent around the card`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await visitHost(
      page,
      `<style>${style} body { background: rgb(0, 200, 0) }</style><script src="${product.url}/embed.js"></script>`,
    )
    const form = framedForm(page, product.url)
    await form.started()
    await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`theme=${theme}$`))
    // The corner beside the card's rounded edge shows the host's own colour.
    const picture = await page.screenshot({ clip: { x: 2, y: 300, width: 4, height: 4 } })
    const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0, 200, 0])
  })
}
