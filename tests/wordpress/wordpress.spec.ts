import type { Page } from '@playwright/test'
import { challengeFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { CandleForm } from '../e2e/candle-form'
import { expect, test as formTest } from '../e2e/form-test'
import { cards } from '../setup/cards'
import { startWordPress, type WordPress } from './start-wordpress'

const test = formTest.extend<object, { wordpress: WordPress }>({
  wordpress: [
    async ({ product }, use) => {
      const wordpress = await startWordPress(product.url)
      await use(wordpress)
      wordpress.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  allowed: /./,
})

const pastes = ['svichka-candle', 'iframe'].flatMap(tag => [
  `${tag} in a block`,
  `${tag} in the classic editor`,
])
const plugin = ['plugin block', 'shortcode']

/** The form's frame on a page of the site, wherever the paste put it. */
function findForm(page: Page, url: string): CandleForm {
  return new CandleForm(page.frameLocator(`iframe[src^="${url}"]`), url)
}

/** The frame is as tall as the form, give or take a pixel of rounding, and nothing below it is empty. */
async function expectRightHeight(page: Page, form: CandleForm) {
  const frame = page.locator(`iframe[src^="${form.url}"]`)
  await expect
    .poll(async () => {
      const content = await form.place.locator('body').evaluate(body => body.scrollHeight)
      return Math.abs((await frame.boundingBox().then(box => box?.height ?? 0)) - content)
    })
    .toBeLessThanOrEqual(2)
}

for (const [role, names] of [
  ['administrator', [...plugin, ...pastes]],
  ['editor', [...plugin, ...pastes]],
  ['author', plugin],
  ['contributor', plugin],
] as const)
  for (const name of names)
    for (const width of [390, 1280])
      test(`${role}, ${name}, ${width} px: the form is there, at its height, and takes an order`, async ({
        page,
        product,
        wordpress,
        store,
      }) => {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(wordpress.pageUrl(`${role}/${name}`))
        await page.locator('iframe').scrollIntoViewIfNeeded()
        const form = findForm(page, product.url)
        await form.started()
        await expectRightHeight(page, form)
        const orders = (await store.read()).orders.length
        await form.fillWords('Марія')
        await form.field('donationEnabled').uncheck()
        await form.button('order').click()
        await expect(form.dialog).toBeInViewport()
        expect((await store.read()).orders.length).toBe(orders + 1)
        await expectRightHeight(page, form)
      })

for (const role of ['author', 'contributor'] as const)
  for (const name of pastes)
    test(`${role}, ${name}: WordPress takes the form out`, async ({ page, product, wordpress }) => {
      await page.goto(wordpress.pageUrl(`${role}/${name}`))
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      await expect(page.locator(`iframe[src^="${product.url}"]`)).toHaveCount(0)
    })

test('a donation with 3-D Secure is paid from the plugin’s block, in its language and theme', async ({
  page,
  product,
  wordpress,
}) => {
  await page.goto(wordpress.pageUrl('author/plugin block'))
  const form = findForm(page, product.url)
  await form.started()
  await expect(form.place.locator('html')).toHaveAttribute('lang', 'en')
  await expect(form.place.locator('#page')).toHaveCSS('color-scheme', 'dark')
  await form.fillWords('Maria')
  await form.choose(200)
  await form.payWith(cards.asksBank)
  await challengeFrame(form.place).locator('#test-source-authorize-3ds').click()
  await expect(form.dialog).toBeInViewport({ timeout: 20_000 })
  await expect(form.dialog).toContainText('200')
})

test('under a strict content security policy the plugin’s form is there, at its height', async ({
  page,
  product,
  wordpress,
}) => {
  await page.goto(`${wordpress.pageUrl('author/shortcode')}&strict`)
  const form = findForm(page, product.url)
  await form.started()
  await expect(form.place.locator('html')).toHaveAttribute('lang', 'ru')
  await expectRightHeight(page, form)
})

test('an author adds the block in the editor and sees the form there', async ({
  page,
  product,
  wordpress,
}) => {
  await logIn(page, wordpress, 'author')
  await page.goto(`${wordpress.url}/wp-admin/post-new.php`)
  await page.waitForFunction(() => 'wp' in window && document.querySelector('.is-root-container'))
  await page.evaluate(
    `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('svichka/candle'))`,
  )
  await expect(page.locator(`svichka-candle iframe[src^="${product.url}"]`)).toBeVisible()
})

test('the settings page keeps an origin, and says when no form answers there', async ({
  page,
  product,
  wordpress,
}) => {
  await logIn(page, wordpress, 'administrator')
  const save = async (address: string) => {
    await page.goto(`${wordpress.url}/wp-admin/options-general.php?page=svichka`)
    await page.locator('#svichka-origin').evaluate((input, value) => {
      if (input instanceof HTMLInputElement) input.value = value
    }, address)
    await page.locator('#submit').click()
  }
  await save('http://127.0.0.1:9')
  await expect(page.getByText('no candle form answers')).toBeVisible()
  await save(`${product.url}/?lang=ru`)
  await expect(page.locator('#svichka-origin')).toHaveValue(product.url)
  await expect(page.getByText('no candle form answers')).toHaveCount(0)
})

async function logIn(page: Page, wordpress: WordPress, user: string) {
  await page.goto(`${wordpress.url}/wp-login.php`)
  await page.locator('#user_login').fill(user)
  await page.locator('#user_pass').fill('password')
  await page.locator('#wp-submit').click()
  await page.waitForURL(/wp-admin/)
}
