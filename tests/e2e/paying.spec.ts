import { cardFrame, fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../setup/cards'
import { hold } from './candle-form'
import { expect, test } from './form-test'

test('a double click on Pay is one charge and one order', { tag: '@quick' }, async ({
  page,
  form,
  store,
}) => {
  await form.visit(page)
  await form.fillWords('Марія і Петро', 'На подяку', 'maria@example.com')
  await form.choose(200)
  await fillCard(page, cards.good)
  const letGo = await hold(page, '**/v1/payment_intents/*/confirm')
  await form.button('pay').evaluate((pay: HTMLButtonElement) => {
    pay.click()
    pay.click()
  })
  await expect(form.button('pay')).toHaveText('Обробляємо…')
  letGo()
  await form.keepToast(page)
  await expect(form.dialog).toContainText('Дякуємо')
  for (const text of ['200 грн', 'На подяку', 'Марія і Петро', 'на maria@example.com'])
    await expect(form.dialog).toContainText(text)
  await expect(form.toast).toContainText('Лист із підтвердженням надіслано')
  await form.button('close').click()
  await form.language('en').click({ trial: true })
  await expect(form.toast).toBeVisible()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  await expect(form.field('forWhom')).toHaveValue('')

  const stored = { purpose: 'На подяку', language: 'uk', email: 'maria@example.com' }
  expect(await store.orders('Марія і Петро')).toMatchObject([stored])
  expect(await store.charges()).toEqual([20_000])
})

test('Enter in the card’s field leads to Pay', async ({ page, form }) => {
  await form.visit(page)
  await form.choose(200)
  await fillCard(page, cards.good)
  for (const name of ['', 'Марія']) {
    await form.fillWords(name)
    await cardFrame(page).locator('#Field-cvcInput').press('Enter')
    await expect(form.button('pay')).toBeFocused()
    await expect(page.locator('.error:not(:empty)')).toHaveCount(0)
  }
})

test('Pay stops for no empty field and no odd address', { tag: '@quick' }, async ({
  page,
  form,
  store,
}) => {
  await form.visit(page)
  await form.choose(500)
  const readBack = page.locator('.read-back')
  await expect(readBack).toContainText('Ви ще не написали, за кого свічка й про що помолитися.')
  await page.getByRole('button', { name: 'Написати' }).click()
  await expect(form.field('forWhom')).toBeFocused()
  await form.field('forWhom').fill('Марія')
  await page.getByRole('button', { name: 'Написати' }).press('Enter')
  await expect(form.field('purpose')).toBeFocused()
  await page.getByRole('button', { name: 'За упокій' }).click()
  await expect(readBack).toHaveText('За упокійМаріяЗмінити')
  await page.getByRole('button', { name: 'Змінити' }).click()
  await expect(form.field('forWhom')).toBeFocused()
  // With a Cyrillic letter.
  await form.fillWords('Марія без прохання', ' ', 'іvan@gmail.com')
  await expect(readBack).toContainText('Ви ще не написали, про що помолитися.')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Вашу пожертву (500 грн) отримано.')
  await expect(form.dialog).toContainText('Ми ще не знаємо, про що помолитися.')
  await expect(form.dialog.locator('.church-note')).toHaveText('Марія без прохання')
  await expect(form.dialog).not.toContainText('запалять')
  await expect(page.getByText("Обов'язкове поле")).toHaveCount(0)
  const paid = { payment: 'paid', email: 'іvan@gmail.com' }
  expect(await store.orders('Марія без прохання')).toMatchObject([paid])
  // Who closes the question is asked no more.
  expect(await page.evaluate(() => Object.keys(localStorage))).toHaveLength(1)
  await form.button('close').click()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('an address that no mail can reach is said before Pay, which stays in its place', async ({
  page,
  form,
}) => {
  const cases = [
    ['марія@приклад', true],
    ['olha@example.org.', false],
  ] as const
  await page.setViewportSize({ width: 320, height: 844 })
  await form.visit(page)
  await form.choose(200)
  const email = form.field('email')
  const said = page.locator('#email-hint')
  const placeOfPay = () =>
    form.button('pay').evaluate(pay => pay.getBoundingClientRect().top + window.scrollY)
  for (const [language, hint] of [
    ['uk', 'Ми не можемо написати на цю адресу.'],
    ['ru', 'Мы не можем написать на этот адрес.'],
    ['en', 'We cannot write to this address.'],
  ] as const) {
    await form.speak(language)
    await form.cardFormIsOpen()
    await email.fill('')
    const before = await placeOfPay()
    for (const [address, isUnreachable] of cases) {
      await email.fill(address)
      await email.blur()
      if (isUnreachable) await expect(said).toContainText(hint)
      else await expect(said).not.toContainText(hint)
      expect(await placeOfPay()).toBe(before)
    }
    // Also for those who go to Pay at once.
    await email.fill('a@b')
    await expect(said).toContainText(hint)
  }
})

test('who paid without names writes them into the thanks', { tag: '@quick' }, async ({
  page,
  form,
  store,
}) => {
  await form.visit(page)
  await form.choose(500)
  await form.fillWords('', 'Лише прохання')
  await form.payWith(cards.good)
  await expect(form.dialog).toContainText('Ми ще не знаємо, за кого запалити свічку.')
  const name = form.dialog.locator('[name="forWhom"]')
  const save = form.dialog.locator('[name="save"]')
  await expect(form.dialog.locator('[name="purpose"]')).toHaveCount(0)
  // A phone's keyboard would cover the thanks.
  await expect(form.dialog).toBeFocused()
  await save.click()
  await expect(form.dialog).toContainText("Обов'язкове поле")
  await expect(name).toBeFocused()
  await name.fill('Забутої Галини')
  const words = '**/api/order-drafts/**'
  await page.route(words, route => route.abort())
  await name.press('Enter')
  await expect(form.toast).toContainText('Не вдалося надіслати замовлення')
  await expect(form.dialog.getByRole('status')).toContainText('Не вдалося надіслати замовлення')
  await page.unroute(words)
  await save.click()
  await expect(form.dialog).toContainText('Свічку запалять у храмі')
  await expect(form.dialog).toContainText('Забутої Галини')
  await expect(form.button('close')).toBeFocused()
  await form.button('close').click()
  await expect(form.field('donationEnabled')).not.toBeChecked()
  const completed = { payment: 'paid', purpose: 'Лише прохання', needsDetails: false }
  expect(await store.orders('Забутої Галини')).toMatchObject([completed])
  expect(await store.charges()).toEqual([50_000])
  const { orders } = await store.read()
  expect(orders.filter(({ purpose }) => purpose === 'Лише прохання')).toHaveLength(1)
})

test('a text of any length is paid and ordered, and its beginning kept', async ({
  page,
  form,
  store,
}) => {
  await page.addInitScript(() => {
    const referrer = `https://parish.example.org/?${'a'.repeat(40_000)}`
    Object.defineProperty(document, 'referrer', { value: referrer })
  })
  const drafts: number[] = []
  page.on('response', response => {
    if (response.url().includes('/api/order-drafts/')) drafts.push(response.status())
  })
  const purpose = 'за упокій Ярослава й Ярослави, '.repeat(1_000)
  await form.visit(page)
  await form.choose(500)
  await form.fillWords('Довгої Дарини', purpose)
  await expect(page.locator('.read-back .hint')).toHaveText(`${purpose.slice(0, 1_000)}…`)
  await form.fillWords('', purpose)
  await form.payWith(cards.good)
  await form.dialog.locator('[name="forWhom"]').fill('Довгої Дарини')
  await form.dialog.locator('[name="save"]').click()
  await expect(form.dialog).toContainText('Свічку запалять у храмі')
  // Nobody exclaims to a mourner, whichever way the words were typed.
  await expect(form.dialog.getByRole('heading')).toHaveText('Замовлення прийнято')
  await expect(form.dialog).toContainText('Царство Небесне')
  const kept = { payment: 'paid', purpose: purpose.slice(0, 1_000), shortened: true }
  expect(await store.orders('Довгої Дарини')).toMatchObject([kept])
  expect(drafts).toEqual([200, 200])
  expect(await store.charges()).toEqual([50_000])
})

test('after a minute in the bank’s window it is said what to do if it is empty', async ({
  page,
  form,
  store,
}) => {
  const said = page.getByText('Вікно банку порожнє? Оновіть сторінку')
  await page.clock.install()
  await form.visit(page)
  await page.route('**/frames/bank.html?*', route => route.abort())
  const blocked = page.waitForEvent('requestfailed', request => request.url().includes('bank.html'))
  await form.donate('Порожня Пелагія', 200, cards.asksBank)
  await blocked
  await page.clock.runFor(50_000)
  await expect(said).toHaveCount(0)
  await page.clock.runFor(15_000)
  await expect(said).toBeInViewport({ ratio: 1 })
  // As it says.
  await page.unroute('**/frames/bank.html?*')
  await page.reload()
  await expect(page.getByText('Перевіряємо оплату')).toBeVisible()
  expect(await store.charges()).toEqual([])
})
