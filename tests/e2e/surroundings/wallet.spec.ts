import type { Page } from '@playwright/test'
import { cardFrame } from '../../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../../setup/cards'
import { controlSandbox } from '../../setup/control-sandbox'
import type { CandleForm } from '../candle-form'
import { expect, type Store, test } from '../form-test'

const tab = (form: CandleForm, name: string) => cardFrame(form.place).getByRole('tab', { name })
const sheet = (page: Page) => page.frameLocator('iframe[title="Wallet (test)"]')
const clickInSheet = (page: Page, value: string) =>
  sheet(page).locator(`button[value="${value}"]`).click()

/** The visitor's charges, newest first, as `wallet paid`. */
async function chargesOf(sandboxUrl: string, { intents }: Store): Promise<string[]> {
  const charges = await controlSandbox(sandboxUrl).charges()
  return charges
    .filter(({ payment_intent }) => intents.includes(payment_intent))
    .map(({ paid, payment_method_details: { card } }) => `${card.wallet?.type} ${paid}`)
}

/** Fills in the form and clicks Pay; the wallet's sheet opens. */
async function openSheet(form: CandleForm, page: Page, name: string, email: string) {
  await form.visit(page, '?lang=en')
  await form.fillWords(name, 'Peace', email)
  await form.amount(200).check()
  await expect(tab(form, 'Google Pay')).toHaveAttribute('aria-selected', 'true')
  await form.button('pay').click()
  await expect(sheet(page).locator('#amount')).toContainText('200')
}

test.describe('with a wallet on the device', () => {
  test.beforeEach(({ product }) => controlSandbox(product.sandboxUrl).wallets(['google_pay']))
  test.afterEach(({ product }) => controlSandbox(product.sandboxUrl).wallets([]))

  test('an approved wallet payment is one charge and one order', { tag: '@engines' }, async ({
    page,
    form,
    product,
    store,
  }) => {
    await openSheet(form, page, 'Wallet Walter', 'twice@example.org')
    await expect(form.button('pay')).toBeDisabled()
    await form.button('pay').dispatchEvent('click')
    await expect(page.locator('iframe[title="Wallet (test)"]')).toHaveCount(1)
    await clickInSheet(page, 'authorized')
    await expect(form.dialog).toContainText('Your candle will be lit in church')
    expect(await chargesOf(product.sandboxUrl, store)).toEqual(['google_pay true'])
    const paid = { payment: 'paid', confirmedKopiykas: 20_000 }
    expect(await store.orders('Wallet Walter')).toMatchObject([paid])

    await openSheet(form, page, 'Lost Laura', 'lost@example.org')
    await clickInSheet(page, 'lost')
    await form.askUntil(page, form.dialog)
    await expect(form.dialog).toContainText('200')
    expect(await chargesOf(product.sandboxUrl, store)).toEqual([
      'google_pay true',
      'google_pay true',
    ])
  })

  test('a wallet’s no charges nothing, and a card pays', async ({ page, form, product, store }) => {
    const charges = () => chargesOf(product.sandboxUrl, store)
    await openSheet(form, page, 'Canceling Carl', 'card@example.org')
    await sheet(page).locator('button').first().press('Escape')
    // Who closed the sheet knows it: no dialog, and no alarm.
    await expect(form.button('pay')).toBeEnabled()
    await expect(form.button('pay')).toBeFocused()
    await expect(form.button('pay')).toHaveAccessibleDescription('You were not charged.')
    await expect(form.dialog).toHaveCount(0)
    await expect(page.locator('.error:not(:empty)')).toHaveCount(0)
    expect(await charges()).toEqual([])
    await form.button('pay').click()
    await clickInSheet(page, 'failed')
    await expect(form.dialog).toContainText('declined')
    await form.button('close').click()
    await tab(form, 'Card').click()
    await form.payWith(cards.good)
    await expect(form.dialog).toContainText('Your candle will be lit in church')
    expect(await charges()).toEqual(['undefined true', 'google_pay false'])
  })

  test('what the provider’s form asks for is said of the tab that is chosen, and a wallet leaves no empty room', async ({
    page,
    form,
  }) => {
    await form.visit(page)
    await form.amount(200).check()
    const help = page.locator('.answer + .hint')
    await expect(help).toHaveText('Нижче – кнопка Apple Pay чи Google Pay.')
    const { height } = (await help.boundingBox()) ?? { height: 0 }
    await tab(form, 'Card').click()
    await expect(help).toContainText('Номер картки')
    // Nothing below has moved.
    expect((await help.boundingBox())?.height).toBe(height)
    const room = () =>
      page.locator('.card-element').evaluate(element => element.getBoundingClientRect().height)
    const ofCard = await room()
    await tab(form, 'Google Pay').click()
    await expect(help).toContainText('Google Pay')
    await expect.poll(room).toBeLessThan(ofCard - 60)
  })

  test('switched off, cards alone are offered', async ({ page, form }) => {
    await page.route('**/api/stripe-config', async route => {
      const config = await (await route.fetch()).json()
      expect(config.wallets).toBe(true)
      await route.fulfill({ json: { ...config, wallets: false } })
    })
    await form.visit(page)
    await form.choose(200)
    await expect(cardFrame(form.place).getByRole('tab')).toHaveCount(0)
  })
})
