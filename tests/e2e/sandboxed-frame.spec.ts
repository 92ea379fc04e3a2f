import type { Page } from '@playwright/test'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'
import { closeHosts, visitHost } from './host-page'

test.afterEach(closeHosts)

/** The form in a sandboxed frame, on a host page with optional extra HTML. */
async function visitSandboxed(page: Page, url: string, sandbox: string, more = '') {
  await visitHost(
    page,
    `${more}<iframe id="candle" src="${url}/?lang=en" style="width:100%;height:1200px"
       sandbox="${sandbox}"></iframe>`,
  )
  return new CandleForm(page.frameLocator('#candle'), url)
}

test('a sandboxed frame takes a paid order, without pop-ups', async ({
  page,
  product,
  readOrders,
}) => {
  const sandbox = 'allow-scripts allow-same-origin allow-forms'
  const form = await visitSandboxed(page, product.url, sandbox)
  await form.started()
  await form.fillWords('Sandboxed Simon')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Thank you!')
  expect(await readOrders('Sandboxed Simon')).toHaveLength(1)
})

test.describe('a sandboxed frame without scripts', () => {
  test.use({ allowed: /preloaded using link preload/ })

  test('a sandboxed frame without scripts takes an order without a donation', async ({
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

test.describe('a sandboxed frame without an origin', () => {
  test.use({ allowed: /./ })

  test('a frame without scripts and an origin says so once the order is sent', async ({
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
