import type { Page } from '@playwright/test'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'
import { closeHosts, framedForm, paste, visitHost } from './host-page'

test.afterEach(closeHosts)

/** The form in a sandboxed frame. */
async function visitSandboxed(page: Page, url: string, sandbox: string) {
  await visitHost(
    page,
    `<iframe src="${url}/?lang=en" style="width:100%;height:1200px" sandbox="${sandbox}"></iframe>`,
  )
  return framedForm(page, url)
}

test.describe('with scripts and an origin', () => {
  test.use({ allowed: /can escape its sandboxing/ })

  test('a paste that a site builder puts into a sandboxed frame of its own takes a paid order, without pop-ups', async ({
    page,
    product,
    readOrders,
  }) => {
    const inner = paste(product.url).replaceAll('"', '&quot;')
    await visitHost(
      page,
      `<iframe id="builder" srcdoc="${inner}" style="width:400px;height:1200px"
       sandbox="allow-scripts allow-same-origin allow-forms"></iframe>`,
    )
    const frame = page.frameLocator('#builder').frameLocator('svichka-candle iframe')
    const form = new CandleForm(frame, product.url)
    await form.started()
    await form.fillWords('Вкладена Віра')
    await form.choose(100)
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('Дякуємо!')
    expect(await readOrders('Вкладена Віра')).toHaveLength(1)
  })
})

test.describe('without scripts', () => {
  test.use({ allowed: /preloaded using link preload/ })

  test('a sandboxed frame takes an order without a donation', async ({
    page,
    product,
    readOrders,
  }) => {
    const form = await visitSandboxed(page, product.url, 'allow-same-origin allow-forms')
    await expect(form.place.locator('noscript .unavailable')).toContainText('Payment unavailable')
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Scriptless Stephen')
    await form.button('order').click()
    await expect(form.heading).toHaveText('Order received')
    expect(await readOrders('Scriptless Stephen')).toHaveLength(1)
  })
})

test.describe('without scripts and an origin', () => {
  test.use({ allowed: /./ })

  test('a sandboxed frame says that it does not work once the order is sent', async ({
    page,
    product,
    readOrders,
  }) => {
    const form = await visitSandboxed(page, product.url, 'allow-forms')
    await form.fillWords('Nowhere Nora')
    await form.field('donationEnabled').uncheck()
    await form.button('order').click()
    const { place } = form
    await expect(place.getByText('The form does not work in this window.')).toBeVisible()
    await expect(place.getByRole('link', { name: 'Open it in its own tab' })).toBeVisible()
    expect(await readOrders('Nowhere Nora')).toEqual([])
  })
})
