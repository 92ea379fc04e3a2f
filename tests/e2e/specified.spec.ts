import { cardFrame } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { expect, test } from './form-test'

test('the card is 350 px wide where there is room, and never wider than the page', async ({
  page,
  form,
}) => {
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return (await page.locator('.card').boundingBox())?.width
  }
  await form.visit(page)
  expect(await widthAt(1200)).toBe(350)
  expect(await widthAt(350)).toBe(350)
  expect(await widthAt(300)).toBe(300)
})

test('the amounts are 100 to 500 and one of one’s own, none chosen at first', async ({
  page,
  form,
}) => {
  await form.visit(page)
  const amounts = page.locator('input[type="radio"][name="amount"]')
  const values = await amounts.evaluateAll(all => all.map(one => (one as HTMLInputElement).value))
  expect(values).toEqual(['100', '200', '300', '400', '500', 'custom'])
  await expect(page.locator('input[name="amount"]:checked')).toHaveCount(0)
  await form.amount('custom').check()
  for (const [name, value] of Object.entries({
    type: 'number',
    min: '100',
    max: '100000',
    step: '1',
  }))
    await expect(form.field('customAmount')).toHaveAttribute(name, value)
})

test('the donation is on at first, and the hidden no-donation box mirrors it', async ({
  page,
  form,
}) => {
  await form.visit(page)
  const noDonation = page.locator('input[type="checkbox"][name="noDonation"]')
  await expect(form.field('donationEnabled')).toBeChecked()
  await expect(noDonation).toBeHidden()
  await expect(noDonation).not.toBeChecked()
  await expect(form.button('order')).toBeHidden()
  await form.field('donationEnabled').uncheck()
  await expect(noDonation).toBeHidden()
  await expect(noDonation).toBeChecked()
  await expect(form.button('order')).toBeVisible()
  await expect(form.field('email')).toBeHidden()
})

test('a spinner turns while an intent is asked for, and the card form comes as tabs', async ({
  page,
  form,
}) => {
  let letGo: () => void = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/api/create-payment-intent', async route => {
    await held
    await route.fallback()
  })
  await form.visit(page)
  await form.amount(200).check()
  await expect(page.locator('.spinner')).toBeVisible()
  await expect(form.button('pay')).toHaveCount(0)
  letGo()
  await form.cardFormIsOpen()
  await expect(page.locator('.spinner')).toBeHidden()
  await expect(cardFrame(page).locator('html')).toHaveAttribute('data-layout', 'tabs')
})

test('on opening both ways are in sight in a small window, with a donation and without', async ({
  page,
  form,
}) => {
  await page.setViewportSize({ width: 360, height: 560 })
  for (const language of ['uk', 'ru', 'en']) {
    await form.visit(page, `?lang=${language}`)
    for (const way of [form.field('donationEnabled'), page.locator('.ways button')])
      await expect(way).toBeInViewport({ ratio: 1 })
  }
})

test('the free way is one press from either place, and the focus goes on to its button', async ({
  page,
  form,
}) => {
  for (const place of ['.ways button', '.payment-area button']) {
    await form.visit(page, '?lang=en')
    await page.locator(place).click()
    await expect(form.field('donationEnabled')).not.toBeChecked()
    await expect(form.button('order')).toBeFocused()
  }
})

test('the names grow with their text, and Enter still sends the form', async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  const height = async () => (await form.field('forWhom').boundingBox())?.height ?? 0
  const oneLine = await height()
  await form.field('forWhom').fill('Maria, Peter, Anna, John, Olena, Stephen, little Daria')
  expect(await height()).toBeGreaterThan(oneLine + 15)
  await form.field('forWhom').press('Enter')
  await expect(page.getByText('Required field')).toBeVisible()
})

test('two words help with the intention, and keep what was written', async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('For health')
  await expect(form.field('purpose')).toHaveValue('For health')
  await press('For repose of the soul')
  await expect(form.field('purpose')).toHaveValue('For repose of the soul')
  await form.field('purpose').fill('of my mother')
  await press('For health')
  await expect(form.field('purpose')).toHaveValue('For health, of my mother')
})
