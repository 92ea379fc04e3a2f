import { expect, test } from './form-test'

test('the thanks lead to the next candle, and closing them leads back to the top of a page as tall as its content', async ({
  page,
  form,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await form.visit(page, '?lang=en')
  for (const [order, closing, next] of [
    ['withoutDonation', 'Order another candle', form.field('forWhom')],
    ['order', 'OK', form.heading],
    ['order', 'Escape', form.heading],
  ] as const) {
    await form.fillWords('Mary, Peter', 'For the departed')
    await form.button(order).click()
    await expect(form.button('close')).toBeFocused()
    for (const text of ['Mary, Peter', 'For the departed'])
      await expect(form.dialog).toContainText(text)
    const top = async () => (await form.dialog.boundingBox())?.y
    const before = await top()
    await form.toast.getByRole('button', { name: 'Close' }).click()
    await expect(form.toast).toBeHidden()
    expect(await top()).toBe(before)
    if (closing === 'Escape') await page.keyboard.press(closing)
    else await page.getByRole('button', { name: closing }).click()
    await expect(form.dialog).toBeHidden()
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
