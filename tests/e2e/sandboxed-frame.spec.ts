import { CandleForm } from './candle-form'
import { expect, test } from './form-test'
import { framedForm, paste, visitHost } from './host-page'

test.describe('with scripts and an origin', () => {
  test.use({ allowed: /can escape its sandboxing/ })

  test('a builder’s sandboxed paste takes a paid order', async ({ page, product, store }) => {
    const inner = paste(product.url).replaceAll('"', '&quot;')
    await visitHost(
      page,
      `<iframe id="builder" srcdoc="${inner}" style="width:400px;height:1200px"
       sandbox="allow-scripts allow-same-origin allow-forms"></iframe>`,
    )
    const frame = page.frameLocator('#builder').frameLocator('svichka-candle iframe')
    const form = new CandleForm(frame, product.url)
    await form.started()
    await form.donate('Вкладена Віра', 100)
    await expect(form.dialog).toContainText('Дякуємо!')
    expect(await store.orders('Вкладена Віра')).toHaveLength(1)
  })
})

test.describe('without scripts and an origin', () => {
  test.use({ allowed: /./ })

  test('a frame without scripts says what fails', async ({ page, product, store }) => {
    const src = `src="${product.url}/?lang=en"`
    await visitHost(page, `<iframe ${src} style="height:1200px" sandbox="allow-forms"></iframe>`)
    const form = framedForm(page, product.url)
    await form.orderFree('Nowhere Nora')
    const { place } = form
    await expect(place.getByText('The form does not work in this window.')).toBeVisible()
    await expect(place.getByRole('link', { name: 'Open it in its own tab' })).toBeVisible()
    expect(await store.orders('Nowhere Nora')).toEqual([])
  })
})
