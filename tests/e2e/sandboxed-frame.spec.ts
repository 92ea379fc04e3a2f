import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'
import { closeHosts, visitHost } from './host-page'

test.afterEach(closeHosts)

test('a sandboxed frame with all that is needed takes a paid order', async ({
  page,
  product,
  readBooks,
}) => {
  await visitHost(
    page,
    `<iframe id="candle" src="${product.url}/?lang=en" style="width:100%;height:1200px"
       sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>`,
  )
  const form = new CandleForm(page.frameLocator('#candle'), product.url)
  await form.started()
  await form.fillWords('Sandboxed Simon')
  await form.choose(100)
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Thank you!')
  const { orders } = await readBooks()
  expect(orders.filter(({ name }) => name === 'Sandboxed Simon')).toHaveLength(1)
})

for (const [missing, sandbox] of [
  ['forms', 'allow-scripts allow-same-origin'],
  ['scripts', 'allow-same-origin allow-forms'],
] as const) {
  test(`a sandboxed frame without ${missing} says so instead of a broken form`, async ({
    page,
    product,
  }) => {
    await visitHost(
      page,
      `<iframe id="candle" src="${product.url}/?lang=en" style="width:100%;height:900px" sandbox="${sandbox}"></iframe>`,
    )
    const inside = page.frameLocator('#candle')
    await expect(inside.getByText('The form cannot start here.')).toBeVisible()
    await expect(inside.getByRole('link', { name: 'Open it in its own tab' })).toBeVisible()
  })
}

test.describe('a sandboxed frame without an origin', () => {
  test.use({ allowed: /./ })

  test('says so, be it late, instead of a broken form', async ({ page, product }) => {
    await visitHost(
      page,
      `<iframe id="candle" src="${product.url}/?lang=en" style="width:100%;height:900px" sandbox="allow-scripts allow-forms"></iframe>`,
    )
    const sentence = page.frameLocator('#candle').getByText('The form cannot start here.')
    await expect(sentence).toBeVisible({ timeout: 20_000 })
  })
})
