import { expect, type Page } from '@playwright/test'
import { challengeFrame } from '../sandbox/shop/pay-with'
import { type CandleForm, cards } from './candle-form'

/** Brings the form, just opened, into a state. */
type Reach = (form: CandleForm, page: Page) => Promise<void>

/** Every state the form can be seen in. */
export const formStates: Record<string, Reach> = {
  'as it comes': async () => undefined,
  'with faults': async form => {
    await form.field('donationEnabled').uncheck()
    await form.button('order').click()
    await expect(form.field('purpose')).toHaveAttribute('aria-invalid', 'true')
  },
  'with a custom amount too small': async form => {
    await form.amount('custom').check()
    await form.field('customAmount').fill('5')
    await form.field('customAmount').press('Enter')
    await expect(form.field('customAmount')).toHaveAttribute('aria-invalid', 'true')
  },
  'while an intent is made': async (form, page) => {
    await page.route('**/api/create-payment-intent', () => undefined)
    await form.amount(200).check()
  },
  'with the card form open': async form => form.choose(200),
  'while paying': async (form, page) => {
    await form.choose(200)
    await page.route('**/v1/payment_intents/*/confirm', () => undefined)
    await form.payWith(cards.good)
  },
  'while checking': async (form, page) => {
    await form.choose(200)
    await page.route('**/v1/payment_intents/**', route => route.abort())
    await page.route('**/api/payment-outcomes', route => route.abort())
    await form.payWith(cards.good)
    await expect(page.locator('.payment-status')).toBeVisible()
  },
  'with a payment still open': async (form, page) => {
    await form.choose(200)
    await form.payWith(cards.asksBank)
    await challengeFrame(page).locator('#test-source-authorize-3ds').waitFor()
    await page.reload()
    await expect(page.getByText('Ви вже почали платити 200 грн')).toBeVisible({ timeout: 20_000 })
    await form.cardFormIsOpen()
  },
  'with an error told': async form => {
    await form.choose(200)
    await form.payWith(cards.declined)
    await expect(form.dialog).toBeVisible()
  },
  'with a paid order unsent': async (form, page) => {
    await page.route('**/api/candle-orders', route => route.abort())
    await form.choose(200)
    await form.payWith(cards.good)
    await expect(page.locator('.payment-status')).toBeVisible()
  },
  'with thanks said': async form => {
    await form.field('donationEnabled').uncheck()
    await form.fillWords('Марія')
    await form.button('order').click()
    await expect(form.dialog).toBeVisible()
  },
  'without cards': async (form, page) => {
    await page.route('**/api/stripe-config', route =>
      route.fulfill({ json: { configured: false } }),
    )
    await form.visit(page)
    await expect(page.locator('.unavailable')).toBeVisible()
  },
}
