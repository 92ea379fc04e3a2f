import type { Page } from '@playwright/test'
import { expect, test } from './form-test'

/** Holds back the page's script until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/assets/main-*.js', async route => {
    await held
    await route.continue()
  })
  return letGo
}

test('what was typed and ticked before the script arrived is kept and takes effect', async ({
  page,
  form,
}) => {
  const letGo = await holdScript(page)
  await page.goto(`${form.url}/?lang=ru`, { waitUntil: 'commit' })
  await form.fillWords('Ранняя Вера', 'О здравии', 'vera@example.com')
  await form.amount(300).check()
  letGo()
  await form.started()
  await form.cardFormIsOpen()
  await expect(form.field('forWhom')).toHaveValue('Ранняя Вера')
  await expect(form.field('purpose')).toHaveValue('О здравии')
  await expect(form.field('email')).toHaveValue('vera@example.com')
  await expect(form.amount(300)).toBeChecked()
  await expect(form.button('pay')).toContainText('300')
})

test('Enter pressed before the script arrived neither sends nor loses what was typed', async ({
  page,
  form,
}) => {
  const letGo = await holdScript(page)
  await page.goto(`${form.url}/?lang=uk`, { waitUntil: 'commit' })
  await form.fillWords('Рання Віра', 'За мир', 'vera@example.com')
  await form.field('email').press('Enter')
  // Long enough for a submission to have left the page.
  await page.waitForTimeout(300)
  letGo()
  await form.started()
  expect(page.url()).toBe(`${form.url}/?lang=uk`)
  await expect(form.field('forWhom')).toHaveValue('Рання Віра')
  await expect(form.field('email')).toHaveValue('vera@example.com')
})

test('a donation switched off before the script arrived stays off', async ({ page, form }) => {
  const letGo = await holdScript(page)
  await page.goto(form.url, { waitUntil: 'commit' })
  await form.field('donationEnabled').uncheck()
  letGo()
  await form.started()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.button('order')).toBeVisible()
  await expect(form.field('email')).toHaveCount(0)
})

test('the page is the same before and after the script takes over', async ({ page, form }) => {
  const letGo = await holdScript(page)
  await page.goto(form.url, { waitUntil: 'commit' })
  await expect(form.field('forWhom')).toBeVisible()
  const words = () => page.locator('main').innerText()
  const before = await words()
  letGo()
  await form.started()
  await expect(page.locator('.test-mark')).toHaveText('Тестові платежі')
  expect((await words()).replace('Тестові платежі', '').trim()).toBe(before.trim())
})

test('a visitor without script is told plainly and given a way', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.url}/?lang=en`)
  await expect(page.getByText('The form cannot start here.')).toBeVisible()
  await context.close()
})

test('a page at rest is at rest', async ({ page, form }) => {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    Object.assign(window, { turns: 0 })
    MessagePort.prototype.postMessage = function count(this: MessagePort, ...args: [unknown]) {
      Object.assign(window, { turns: Number(Reflect.get(window, 'turns')) + 1 })
      return post.apply(this, args)
    }
  })
  await form.visit(page)
  await expect(page.locator('.test-mark')).toHaveText('Тестові платежі')
  await page.waitForTimeout(500)
  const turns = () => page.evaluate(() => Number(Reflect.get(window, 'turns')))
  const before = await turns()
  await page.waitForTimeout(1000)
  expect((await turns()) - before).toBeLessThan(20)
})
