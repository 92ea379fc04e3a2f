import { cardFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { hold } from './candle-form'
import { expect, test } from './form-test'
import { expectFits, framedForm, frameHeight, paste, visitHost } from './host-page'

test('widths, amounts and the switch are as specified', { tag: '@quick' }, async ({
  page,
  form,
}) => {
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return (await page.locator('.card').boundingBox())?.width
  }
  await page.route('**/api/create-payment-intent', () => undefined)
  await form.visit(page, '?lang=en')
  const noDonation = page.locator('input[type="checkbox"][name="noDonation"]')
  await expect(form.field('donationEnabled')).toBeChecked()
  await expect(noDonation).not.toBeChecked()
  await expect(form.button('order')).toBeHidden()
  expect(await widthAt(1200)).toBe(350)
  expect(await widthAt(350)).toBe(350)
  expect(await widthAt(300)).toBe(300)
  await page.setViewportSize({ width: 390, height: 844 })

  const amounts = page.locator('input[type="radio"][name="amount"]')
  const values = await amounts.evaluateAll(all => all.map(one => (one as HTMLInputElement).value))
  expect(values).toEqual(['100', '200', '300', '400', '500', 'custom'])
  await expect(page.locator('input[name="amount"]:checked')).toHaveCount(0)
  await form.amount(100).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(form.amount(200)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(form.amount(300)).toBeChecked()

  // Keys stay on the amounts, a click on one's own focuses its field, a valid amount ends its error.
  await form.amount(500).focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.amount('custom')).toBeFocused()
  await expect(form.amount('custom')).toBeChecked()
  await form.amount('custom').click()
  await expect(form.field('customAmount')).toBeFocused()
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Minimum amount 100 UAH')).toBeVisible()
  await page.keyboard.type('0')
  await expect(page.getByText('Minimum amount 100 UAH')).toBeHidden()
  await expect(form.field('customAmount')).toHaveAttribute('aria-invalid', 'false')

  await form.field('donationEnabled').uncheck()
  await expect(noDonation).toBeHidden()
  await expect(noDonation).toBeChecked()
  await expect(form.button('order')).toBeVisible()
  await expect(form.field('email')).toBeHidden()
})

test('the card form comes after a spinner, in its language', { tag: '@quick' }, async ({
  page,
  form,
}) => {
  const letGo = await hold(page, '**/api/create-payment-intent')
  await form.visit(page)
  await form.amount(200).check()
  await expect(page.locator('.spinner')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  letGo()
  await form.cardFormIsOpen()
  await expect(page.locator('.spinner')).toBeHidden()
  await expect(cardFrame(page).locator('html')).toHaveAttribute('data-layout', 'tabs')

  const label = cardFrame(page).locator('label').first()
  await expect(label).toHaveText('Card number')
  // The provider has no Ukrainian: the page says what its fields are.
  const captions = 'Номер картки, термін дії, 3 цифри на звороті'
  await expect(page.locator('.answer + .hint')).toHaveText(captions)
  await form.speak('ru')
  await expect(form.button('pay')).toContainText('Заказать и пожертвовать')
  await expect(label).not.toHaveText('Card number')
  await expect(label).toHaveText(/[а-я]/i)
})

test('the frame follows every valid height', async ({ page, url }) => {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    window.addEventListener('message', ({ data }) => {
      if (data?.type === 'IFRAME_HEIGHT') told.push(data.height)
    })
  })
  const told = () => page.evaluate(() => Reflect.get(window, 'told') as number[])
  await visitHost(page, paste(url))
  const form = framedForm(page, url)
  await expectFits(page, form)

  const before = await frameHeight(page)
  await form.choose(100)
  await form.field('donationEnabled').uncheck()
  await expect.poll(() => frameHeight(page)).toBeLessThan(before)
  await expectFits(page, form)
  const heights = await told()
  expect(heights.length).toBeGreaterThanOrEqual(3)
  expect(heights.length).toBeLessThan(20)
  expect(heights.every(Number.isInteger)).toBe(true)
  expect(heights.filter((height, index) => height === heights[index - 1])).toEqual([])
  // A frame that followed itself would change in each picture.
  await page.evaluate(async () => {
    for (let picture = 0; picture < 20; picture += 1) await new Promise(requestAnimationFrame)
  })
  expect(await told()).toEqual(heights)

  const after = await frameHeight(page)
  await page.evaluate(() => window.postMessage({ type: 'IFRAME_HEIGHT', height: 33 }, '*'))
  await expect.poll(async () => (await told()).at(-1)).toBe(33)
  for (const height of ['34', 34.5, 0, -1, 1e9])
    await page
      .frames()[1]
      ?.evaluate(data => parent.postMessage(data, '*'), { type: 'IFRAME_HEIGHT', height })
  await expect.poll(async () => (await told()).at(-1)).toBe(1e9)
  expect(await frameHeight(page)).toBe(after)
})
