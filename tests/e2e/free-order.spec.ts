import type { Request } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../setup/cards'
import { expect, test } from './form-test'

test('a free order is thanked for and leaves a new form', { tag: '@quick' }, async ({
  page,
  form,
  store,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await form.visit(page, '?lang=en')
  // The typed address comes back with the donation.
  await form.field('email').fill('olena@example.com')
  await form.field('donationEnabled').uncheck()
  await form.field('donationEnabled').check()
  await expect(form.field('email')).toHaveValue('olena@example.com')
  for (const [name, order, closing, next] of [
    ['Olena, Peter', 'withoutDonation', 'Order another candle', form.field('forWhom')],
    ['Mary, Peter', 'order', 'OK', form.heading],
    ['Mary, Peter', 'order', 'Escape', form.heading],
  ] as const) {
    await form.fillWords(name, 'For the departed')
    await form.button(order).click()
    await expect(form.button('close')).toBeFocused()
    for (const text of ['Order received', name, 'For the departed'])
      await expect(form.dialog).toContainText(text)
    await expect(form.toast).toContainText('Order submitted')
    await expect(page.locator('main')).toHaveAttribute('inert')
    await page.keyboard.press('F8')
    await expect(page.locator('.toasts')).toBeFocused()
    const top = async () => (await form.dialog.boundingBox())?.y
    const before = await top()
    await form.toast.getByRole('button', { name: 'Close' }).click()
    await expect(form.toast).toBeHidden()
    expect(await top()).toBe(before)
    if (closing === 'Escape') await page.keyboard.press(closing)
    else await page.getByRole('button', { name: closing }).click()
    await expect(form.dialog).toBeHidden()
    await expect(next).toBeFocused()
    await expect(form.field('forWhom')).toHaveValue('')
    await expect(form.field('donationEnabled')).not.toBeChecked()
    const measured = await page.evaluate(() => ({
      scrolled: window.scrollY,
      extra:
        document.documentElement.scrollHeight -
        Math.max(window.innerHeight, document.querySelector('#page')?.scrollHeight ?? 0),
    }))
    expect(measured).toEqual({ scrolled: 0, extra: 0 })
    expect(await store.orders(name)).toContainEqual(expect.objectContaining({ email: null }))
  }
  // The same words after a success are another candle.
  expect(await store.orders('Mary, Peter')).toHaveLength(2)
  await form.field('donationEnabled').check()
  await expect(form.field('email')).toHaveValue('')
})

test('the thanks hide the form, also from a browser without inert, and Escape in the toasts gives the focus back', {
  tag: '@engines',
}, async ({ page, form }) => {
  await form.visit(page, '?lang=en')
  // As in Chrome before 102.
  await page.evaluate(() => Reflect.deleteProperty(HTMLElement.prototype, 'inert'))
  await form.fillWords('Keyboard Kate', 'peace')
  await form.button('withoutDonation').click()
  await expect(form.dialog).toContainText('Keyboard Kate')
  await expect(page.locator('.card[inert]')).toHaveCount(1)
  // Under the pointer it stays.
  await form.toast.hover()
  await page.keyboard.press('Enter')
  await expect(form.dialog).toBeHidden()
  await expect(page.locator('.card[inert]')).toHaveCount(0)
  await form.field('purpose').focus()
  await page.keyboard.press('F8')
  await expect(page.locator('.toasts')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.toast).toBeHidden()
  await expect(form.field('purpose')).toBeFocused()
})

test('an incomplete form sends nothing and says what is missing', {
  tag: ['@engines', '@quick'],
}, async ({ page, form }) => {
  let calls = 0
  page.on('request', request => {
    if (request.method() === 'POST') calls += 1
  })
  const height = async () => (await form.field('forWhom').boundingBox())?.height ?? 0
  await form.visit(page)
  const oneLine = await height()
  await form.field('forWhom').fill('Марія, Петро, Анна, Іван, Олена, Степан, маленька Дарина')
  expect(await height()).toBeGreaterThan(oneLine + 15)
  // With a donation Enter leads on, and calls nothing an error that was not seen yet.
  await form.field('forWhom').press('Enter')
  await expect(form.field('purpose')).toBeFocused()
  await form.field('purpose').fill('За мир')
  // A second Enter within 200 ms counts as a bounce.
  await expect(async () => {
    await form.field('purpose').press('Enter')
    await expect(form.amount(100)).toBeFocused({ timeout: 300 })
  }).toPass()
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(0)
  await form.field('purpose').fill('')

  // The other way to order says what is missing, and keeps the donation.
  await form.button('withoutDonation').click()
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(1)
  await expect(form.field('donationEnabled')).toBeChecked()
  await form.field('donationEnabled').uncheck()
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(0)
  // Nobody sees these characters, and no keyboard has keys for them.
  await form.field('forWhom').evaluate((field: HTMLTextAreaElement) => {
    field.value = '\u200b\u3164\u2800\u00ad\ufe0f'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await form.button('order').click()
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(2)
  await expect(form.field('forWhom')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.field('forWhom')).toHaveAccessibleDescription("Обов'язкове поле")
  await expect(form.field('forWhom')).toBeFocused()
  await form.field('forWhom').fill('Іван')
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(1)

  await form.speak('en')
  await form.field('donationEnabled').check()
  await expect(page.getByText('Required field')).toHaveCount(0)
  await form.field('forWhom').fill('')
  await form.field('email').fill('nobody@nowhere')
  await form.field('email').press('Enter')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(page.getByText('Required field')).toHaveCount(0)
  await expect(form.field('forWhom')).toBeFocused()
  expect(calls).toBe(0)
})

test('a card that is typed outlives a click on the other button', async ({ page, form, store }) => {
  await form.visit(page)
  await form.choose(300)
  await fillCard(page, cards.good)
  const [intent] = store.intents
  await form.button('withoutDonation').click()
  await expect(form.field('forWhom')).toBeFocused()
  await form.fillWords('Вірної Віри')
  await form.button('pay').click()
  await expect(form.dialog).toContainText('Вашу пожертву (300 грн) отримано.')
  expect(store.intents).toEqual([intent])
})

test('a failed order has a toast, and its key when repeated', { tag: '@quick' }, async ({
  page,
  form,
  store,
}) => {
  // As in a page without TLS.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  const sent: Request[] = []
  await page.route('**/api/candle-orders', async route => {
    sent.push(route.request())
    if (sent.length === 1) await route.abort()
    else if (sent.length === 2)
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '3600' },
        json: { success: false },
      })
    else await route.continue()
  })
  await form.visit(page, '?lang=en')
  // The address of a donation that is switched off is not sent.
  await form.field('email').fill('peter@example.org')
  await form.button('withoutDonation').click()
  await expect(form.field('forWhom')).toBeFocused()
  await form.field('donationEnabled').uncheck()
  await form.fillWords('Peter')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.button('order').evaluate((button: HTMLButtonElement) => {
    button.focus()
    button.click()
    button.click()
  })
  await expect.poll(() => sent.length).toBe(1)
  // The minimum time that sending is shown.
  await page.clock.runFor(600)
  await expect(form.toast).toContainText('Error')
  await expect(form.toast).toContainText('Failed to submit order. Please try again.')
  await expect(form.field('forWhom')).toHaveValue('Peter')
  await expect(form.button('order')).toBeFocused()
  const trace = page.locator('form > .error')
  await page.clock.runFor(4999)
  await expect(form.toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(form.toast).toBeHidden()
  await expect(trace).toHaveText('Failed to submit order. Please try again.')
  await page.clock.resume()

  await form.fillWords('  Peter the\u00ad patient\u200b ', ' For peace ')
  await form.button('order').click()
  await expect.poll(() => sent.length).toBe(2)
  await expect(form.toast).toContainText('You can order again in 60 min')
  await form.speak('uk')
  await expect(trace).toContainText('Знову замовити можна буде через 60 хв')
  await expect(trace).toContainText('мобільний інтернет замість')
  await form.speak('ru')
  await expect(trace).toContainText('Снова заказать можно будет через 60 мин')
  await form.button('order').click()
  await expect(trace).toBeHidden()
  await expect(form.dialog).toBeVisible()
  const [first, changed, again] = sent.map(request => request.headers()['idempotency-key'])
  expect(sent).toHaveLength(3)
  expect(again).toMatch(/^[\w-]{32,}$/)
  expect(again).toBe(changed)
  expect(changed).not.toBe(first)
  expect(sent[2]?.postDataJSON()).toEqual({
    name: 'Peter the patient',
    email: null,
    purpose: 'For peace',
    donationAmount: '',
    prefersDonation: false,
    language: 'ru',
    userAgent: await page.evaluate(() => navigator.userAgent),
    referrer: '',
    browserLanguage: 'uk-UA',
    ipAddress: '',
  })
  const { orders } = await store.read()
  expect(orders.filter(({ name }) => name.startsWith('Peter'))).toHaveLength(1)
})

test('an order that fails leaves the focus on its button, and a toast that is swiped away', {
  tag: '@engines',
}, async ({ page, form }) => {
  await page.route('**/api/candle-orders', route => route.abort())
  await form.visit(page)
  // Safari gives no focus to what is pressed.
  await page.evaluate(() => {
    const ignore = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('button')) {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        event.preventDefault()
      }
    }
    window.addEventListener('mousedown', ignore, { capture: true })
  })
  await form.fillWords('Сафарі Софія')
  await form.button('withoutDonation').click()
  await expect(form.toast).toBeVisible()
  // As under a pointer: it stays.
  await form.toast.dispatchEvent('pointermove')
  await expect(form.field('forWhom')).toBeEnabled()
  await expect(form.button('order')).toBeFocused()
  const swipe = async (distance: number) => {
    const box = await form.toast.boundingBox()
    if (!box) throw new Error('no toast')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 20, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + distance / 2, y)
    await page.mouse.move(box.x + 20 + distance, y)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(form.toast).toBeVisible()
  await swipe(90)
  await expect(form.toast).toBeHidden()
})

test('what is too long is said before it is sent, and nothing is cut', async ({
  page,
  form,
  store,
}) => {
  await form.visit(page, '?lang=en')
  const names = Array.from({ length: 160 }, (_, i) => `Name${i + 100}`).join('\n')
  await form.field('forWhom').fill(names)
  await expect(form.field('forWhom')).toHaveValue(names)
  const tooLong = page.getByText('please remove the extra characters (279)')
  await expect(tooLong).toBeVisible()
  await form.field('purpose').fill('Peace')
  await form.button('withoutDonation').click()
  await expect(form.field('forWhom')).toBeFocused()
  await expect(tooLong).toBeVisible()
  expect(await store.orders(names)).toEqual([])
  await form.field('forWhom').fill(names.slice(0, 999))
  await expect(page.getByText('Too long')).toBeHidden()
  await form.button('withoutDonation').click()
  await expect(form.dialog).toContainText('Name100')
  expect(await store.orders(names.slice(0, 999))).toHaveLength(1)
})
