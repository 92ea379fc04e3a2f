import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from './candle-form'
import { expect, test } from './form-test'

test('a custom amount is applied once in range', async ({ page, form, store }) => {
  const asked: number[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/create-payment-intent'))
      asked.push(request.postDataJSON().amount)
  })
  await form.visit(page, '?lang=en')
  await form.fillWords('Careful Tatiana')
  await form.choose(100)
  await form.amount('custom').check()
  await expect(form.button('pay')).toBeHidden()
  const custom = form.field('customAmount')
  await expect(custom).toHaveAttribute('type', 'number')
  await expect(custom).toHaveAttribute('min', '100')
  await expect(custom).toHaveAttribute('max', '100000')
  await expect(custom).toHaveAttribute('step', '1')

  await custom.fill('99')
  await custom.press('Enter')
  await expect(page.getByText('Minimum amount 100 UAH')).toBeVisible()
  await custom.fill('100001')
  await custom.press('Enter')
  await expect(page.getByText('Maximum amount 100,000 UAH')).toBeVisible()
  // The field hides it as if it were empty, because it is no number.
  await custom.fill('')
  await custom.pressSequentially('1e')
  await custom.press('Enter')
  await expect(page.getByText('Please enter a whole number of UAH')).toBeVisible()
  // A tap outside the field does not return the focus to it.
  await custom.fill('50')
  await page.locator('.subtitle').click()
  await expect(page.getByText('Minimum amount')).toBeVisible()
  await expect(custom).not.toBeFocused()
  await form.amount('custom').click()
  await expect(custom).toBeFocused()
  expect(asked).toEqual([100])

  await custom.fill('1234')
  await form.field('email').focus()
  await form.cardFormIsOpen()
  await expect(form.button('pay')).toContainText('1,234')
  expect(asked).toEqual([100, 1234])
  await custom.fill('12')
  await custom.press('Enter')
  await expect(form.button('pay')).toBeHidden()

  // 200 ms after Enter, and not before.
  await page.clock.install()
  await custom.fill('1000')
  await page.clock.pauseAt(Date.now() + 60_000)
  await custom.press('Enter')
  await page.clock.runFor(199)
  await expect(custom).toHaveValue('1000')
  expect(asked).toEqual([100, 1234])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([100, 1234, 1000])
  await page.clock.resume()
  await form.cardFormIsOpen()
  await fillCard(page, cards.good)
  // In one task, so that no timer of the field runs in between.
  await custom.evaluate((field: HTMLInputElement) => {
    field.value = '100'
    field.form?.querySelector<HTMLButtonElement>('button[name="pay"]')?.click()
  })
  await expect(form.button('pay')).toHaveText('Donate 100 UAH')

  await form.cardFormIsOpen()
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('100 UAH')
  expect(asked).toEqual([100, 1234, 1000, 100])
  expect(await store.charges()).toEqual([10_000])
})

test('a custom amount that fails is asked for once', async ({ page, form }) => {
  const asked: number[] = []
  await page.route('**/api/create-payment-intent', route => {
    asked.push(route.request().postDataJSON().amount)
    return route.fulfill({ json: { success: false } })
  })
  await page.clock.install()
  await form.visit(page, '?lang=en')
  await form.amount('custom').check()
  const custom = form.field('customAmount')
  await custom.fill('250')
  await custom.press('Enter')
  await expect(form.dialog).toContainText('Failed to initialize payment. Please try again.')
  // Longer than the field waits before it applies an amount.
  await page.clock.runFor(500)
  await form.button('close').click()
  await page.clock.runFor(500)
  await custom.fill('300')
  await custom.press('Enter')
  await expect.poll(() => asked.at(-1)).toBe(300)
  expect(asked).toEqual([250, 300])
})
