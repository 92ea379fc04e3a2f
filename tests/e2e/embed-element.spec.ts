import type { Page } from '@playwright/test'
import { CandleForm } from './candle-form'
import { expect, test } from './form-test'
import { closeHosts, framedForm, visitHost } from './host-page'

test.afterEach(closeHosts)

/** The paste of docs/embedding.md: the frame shows before, and without, our script. */
function paste(url: string, script = `<script async src="${url}/embed.js"></script>`) {
  return `<svichka-candle>
    <iframe src="${url}/?lang=uk" title="Замовити свічку в храмі" allow="payment"
      style="width:100%;height:900px;border:0"></iframe>
  </svichka-candle>${script}`
}

const frameHeight = (page: Page) =>
  page.locator('iframe').evaluate(frame => frame.getBoundingClientRect().height)
const contentHeight = (page: Page, url: string) =>
  framedForm(page, url)
    .place.locator('#page')
    .evaluate(element => Math.ceil(element.getBoundingClientRect().height))

test('a frame written inside the element is taken over as it is, and follows the height', async ({
  page,
  product,
}) => {
  let loads = 0
  page.on('request', request => {
    if (request.url().startsWith(`${product.url}/?`)) loads += 1
  })
  await visitHost(page, paste(product.url))
  const form = framedForm(page, product.url)
  await form.started()
  await expect.poll(() => frameHeight(page)).toBe(await contentHeight(page, product.url))
  await expect(page.locator('iframe')).toHaveCount(1)
  expect(loads).toBe(1)
})

test('an element that the host moves, and a host page that comes back by Back, follow the height', async ({
  page,
  product,
}) => {
  const followsHeight = async () => {
    const form = framedForm(page, product.url)
    await form.started()
    const before = await contentHeight(page, product.url)
    await form.field('donationEnabled').setChecked(false)
    await expect.poll(() => contentHeight(page, product.url)).not.toBe(before)
    await expect.poll(() => frameHeight(page)).toBe(await contentHeight(page, product.url))
  }
  await visitHost(page, paste(product.url))
  await followsHeight()
  await page.evaluate(() => {
    const element = document.querySelector('svichka-candle')
    element?.remove()
    if (element) document.body.append(element)
  })
  await followsHeight()
  const host = page.url()
  await page.goto(`${product.url}/api/live`)
  await page.goBack()
  expect(page.url()).toBe(host)
  await framedForm(page, product.url).field('donationEnabled').setChecked(true)
  await followsHeight()
})

test('a frame without the host script takes an order, and a script that comes long after asks for the height', async ({
  page,
  product,
}) => {
  await visitHost(page, paste(product.url, ''))
  const form = framedForm(page, product.url)
  await form.started()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Самостійна Світлана')
  await form.button('order').click()
  await expect(form.dialog).toBeVisible()
  await form.button('close').click()
  await expect(form.dialog).toBeHidden()

  await form.field('forWhom').fill('Рання Ірина')
  expect(await frameHeight(page)).toBe(900)
  const height = await contentHeight(page, product.url)
  expect(height).not.toBe(900)
  await page.addScriptTag({ url: `${product.url}/embed.js` })
  // The height has not changed, so only the request brings it.
  await expect.poll(() => frameHeight(page)).toBe(height)
  expect(await contentHeight(page, product.url)).toBe(height)
  await expect(form.field('forWhom')).toHaveValue('Рання Ірина')
})

test('the host page is notified that the form is ready and of orders, not whose', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const type of ['svichka:ready', 'svichka:ordered'])
      window.addEventListener(type, event =>
        heard.push([event.type, event instanceof CustomEvent && event.detail]),
      )
  })
  await visitHost(page, `<script src="${product.url}/embed.js"></script>`)
  const form = framedForm(page, product.url)
  await form.started()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Нечутна Ніна')
  await form.button('order').click()
  await expect(form.dialog).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
    ['svichka:ready', {}],
    ['svichka:ordered', { donated: false }],
  ])
})

test('a paste into which an editor put paragraphs is one form that follows its height', async ({
  page,
  product,
}) => {
  // What WordPress's wpautop makes of blank lines.
  const pasted = paste(product.url)
    .replace(/\n\s*style/, ' style')
    .replace('</svichka-candle>', '</svichka-candle>\n')
  await visitHost(page, pasted.replaceAll(/\n\s*/g, '</p>\n<p>'))
  const form = framedForm(page, product.url)
  await form.started()
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect.poll(() => frameHeight(page)).toBe(await contentHeight(page, product.url))
})

test.describe('in a frame of the builder', () => {
  test.use({ allowed: /can escape its sandboxing/ })

  test('a paste that a site builder puts into a sandboxed frame of its own takes an order', async ({
    page,
    product,
  }) => {
    const inner = paste(product.url).replaceAll('"', '&quot;')
    await visitHost(
      page,
      `<iframe id="builder" srcdoc="${inner}" style="width:400px;height:1200px"
       sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>`,
    )
    const frame = page.frameLocator('#builder').frameLocator('svichka-candle iframe')
    const form = new CandleForm(frame, product.url)
    await form.started()
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Вкладена Віра')
    await form.button('order').click()
    await expect(form.dialog).toBeVisible()
  })
})
