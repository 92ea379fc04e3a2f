import { expect, test } from './form-test'

test('the whole free order goes by keyboard, and focus goes into the dialog and back', async ({
  page,
  form,
}) => {
  await form.visit(page, '?lang=en')
  await form.heading.focus()
  await page.keyboard.press('Tab')
  await expect(form.field('forWhom')).toBeFocused()
  await page.keyboard.type('Keyboard Kate')
  for (const words of ['For health', 'For the departed']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: words })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('For patience')
  await page.keyboard.press('Tab')
  await expect(form.field('donationEnabled')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(form.button('order')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeVisible()
  await expect(form.button('close')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Order another candle' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.dialog).toBeHidden()
  await expect(form.heading).toBeFocused()
})

test('the thanks lead to the next candle, and closing them leads back to the top of a page as tall as its content', async ({
  page,
  form,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await form.visit(page, '?lang=en')
  for (const [order, closing, next] of [
    ['withoutDonation', 'Order another candle', form.field('forWhom')],
    ['order', 'OK', form.heading],
  ] as const) {
    await form.fillWords('Mary, Peter', 'For the departed')
    await form.button(order).click()
    for (const text of ['Mary, Peter', 'For the departed'])
      await expect(form.dialog).toContainText(text)
    const top = async () => (await form.dialog.boundingBox())?.y
    const before = await top()
    await form.toast.getByRole('button', { name: 'Close' }).click()
    await expect(form.toast).toBeHidden()
    expect(await top()).toBe(before)
    await page.getByRole('button', { name: closing }).click()
    await expect(next).toBeFocused()
    const measured = await page.evaluate(() => ({
      scrolled: window.scrollY,
      extra:
        document.documentElement.scrollHeight -
        Math.max(window.innerHeight, document.querySelector('#page')?.scrollHeight ?? 0),
    }))
    expect(measured).toEqual({ scrolled: 0, extra: 0 })
  }
})
