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
  await page.keyboard.press('Tab')
  await page.keyboard.type('For patience')
  for (const words of ['For health', 'For repose of the soul']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: words })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(form.field('donationEnabled')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(form.button('order')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeVisible()
  await expect(form.button('close')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.button('close')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.dialog).toBeHidden()
  await expect(form.heading).toBeFocused()
})
