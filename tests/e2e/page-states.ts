import type { Page } from '@playwright/test'
import { cards } from '../setup/cards'
import type { CandleForm } from './candle-form'
import { expect } from './form-test'

interface PageState {
  /** Prepares the page before the form is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the opened form into this state. */
  reach: (form: CandleForm, page: Page) => Promise<unknown>
  /** The part that differs in this state, and is read out. Default: the page. */
  part?: string
  /** Waits for this state after a language switch, which loads a new card form. */
  again?: (form: CandleForm) => Promise<unknown>
  /** The language cannot be switched here, so each one starts over. */
  frozen?: boolean
  /** Compared with a picture, too: each of these has something that no other one shows. */
  pictured?: boolean
  /** `npm test` runs it, too. */
  quick?: boolean
}

const cardFormAgain = (form: CandleForm) => form.cardFormIsOpen()

/** Waits for the toast and for the end of its announcement, a region of its own for a second. */
async function toastIsSaid(form: CandleForm, page: Page) {
  await expect(form.toast).toBeVisible()
  await expect(page.locator('body > [role="status"]')).toHaveCount(0)
  await form.keepToast(page)
}

/** What does nothing now is dim. */
const freeOrderIsDim = (form: CandleForm) =>
  expect(form.button('withoutDonation')).toHaveCSS('opacity', '0.65')

const dialog = '.overlay'
const payment = '.payment-area'

/** Every state of the hydrated form. */
export const formStates: Record<string, PageState> = {
  'as it comes': { reach: async () => undefined, pictured: true, quick: true },
  'with donation off': { reach: form => form.field('donationEnabled').uncheck() },
  'with faults': {
    reach: async form => {
      await form.field('donationEnabled').uncheck()
      await form.button('order').click()
      await expect(form.field('purpose')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  'with a failed order': {
    reach: async (form, page) => {
      await page.route('**/api/candle-orders', route => route.abort())
      await form.orderFree('Марія')
      await toastIsSaid(form, page)
    },
    part: 'body',
  },
  'with a custom amount too small': {
    reach: async form => {
      await form.amount('custom').check()
      await form.field('customAmount').fill('5')
      await form.field('customAmount').press('Enter')
      await expect(form.field('customAmount')).toHaveAttribute('aria-invalid', 'true')
    },
    part: '.donation',
  },
  'while an intent is made': {
    reach: async (form, page) => {
      await page.route('**/api/create-payment-intent', () => undefined)
      await form.amount(200).check()
    },
    part: payment,
  },
  'with the card form open': {
    reach: form => form.choose(200),
    part: payment,
    again: cardFormAgain,
    pictured: true,
    quick: true,
  },
  'while paying': {
    reach: async (form, page) => {
      await form.choose(200)
      await page.route('**/v1/payment_intents/*/confirm', () => undefined)
      await form.payWith(cards.good)
      await expect(form.field('forWhom')).toBeDisabled()
      await freeOrderIsDim(form)
    },
    frozen: true,
  },
  'while checking': {
    reach: async (form, page) => {
      await form.choose(200)
      await page.route('**/v1/payment_intents/**', route => route.abort())
      await page.route('**/api/payment-outcomes', route => route.abort())
      await form.payWith(cards.good)
      await expect(page.locator('.payment-status')).toBeVisible()
    },
    part: '.donation',
  },
  'with a payment still open': {
    reach: async (form, page) => {
      await form.choose(200)
      await form.payWith(cards.asksBank)
      await form.bankAnswer('authorize').waitFor()
      await page.reload()
      await form.askUntil(page, page.getByText('Ви вже почали платити 200'))
      await form.cardFormIsOpen()
      // A reload restores the scroll position.
      await page.evaluate(() => window.scrollTo(0, 0))
    },
    part: payment,
    again: cardFormAgain,
  },
  'with an error told': {
    reach: async form => {
      await form.choose(200)
      await form.payWith(cards.declined)
      await expect(form.dialog).toBeVisible()
    },
    part: dialog,
    pictured: true,
  },
  'with the error closed': {
    reach: async form => {
      await form.choose(200)
      await form.payWith(cards.declined)
      await form.button('close').click()
      await expect(form.button('pay')).toBeFocused()
    },
    part: payment,
    again: cardFormAgain,
  },
  'with a paid order asked about': {
    reach: async (form, page) => {
      for (const path of ['candle-orders', 'payment-outcomes'])
        await page.route(`**/api/${path}`, route => route.abort())
      await form.fillWords('Марія', 'За мир')
      await form.choose(200)
      await form.payWith(cards.good)
      await expect(page.locator('.payment-status')).toContainText('сплачено')
    },
    part: payment,
    pictured: true,
  },
  'with a paid order to complete': {
    reach: async (form, page) => {
      await form.field('purpose').fill('За мир')
      await form.choose(200)
      await form.payWith(cards.good)
      await toastIsSaid(form, page)
      await expect(form.dialog.locator('[name="save"]')).toBeVisible()
    },
    part: dialog,
    pictured: true,
  },
  'with thanks said': {
    reach: async (form, page) => {
      await form.orderFree('Марія')
      await toastIsSaid(form, page)
      await expect(form.dialog).toBeVisible()
    },
    part: dialog,
  },
  'with thanks for a donation': {
    reach: async (form, page) => {
      await form.fillWords('Марія', 'За мир', 'maria@example.com')
      await form.choose(200)
      await form.payWith(cards.good)
      await toastIsSaid(form, page)
      await expect(form.dialog).toBeVisible()
    },
    part: dialog,
    pictured: true,
  },
  'with a payment found paid': {
    reach: async (form, page) => {
      await form.fillWords('Марія')
      await form.choose(200)
      await form.leaveForBank(page)
      await page.locator('#test-source-authorize-3ds').click()
      await expect(form.dialog).toBeVisible()
      await toastIsSaid(form, page)
    },
    part: dialog,
  },
  'without cards': {
    before: page =>
      page.route('**/api/stripe-config', route => route.fulfill({ json: { configured: false } })),
    reach: (_form, page) => expect(page.locator('.unavailable')).toBeVisible(),
    part: '.donation',
    pictured: true,
  },
}

/** Every state without the script. */
export const plainStates: Record<string, PageState> = {
  'without script': { reach: async () => undefined },
  'without script, with faults': {
    reach: async (form, page) => {
      await form.field('donationEnabled').uncheck()
      await form.button('order').click()
      await expect(page.locator('#purpose-error')).toBeVisible()
    },
  },
  'without script, with thanks': {
    reach: async (form, page) => {
      await form.orderFree('Марія')
      await page.waitForURL('**&thanks=*')
    },
    pictured: true,
  },
  'without script, with the same order again': {
    reach: async (form, page) => {
      await form.orderFree('Марія')
      await page.locator('.order-result p > a').click()
      await form.orderFree('Марія')
      await page.waitForURL('**&thanks=*')
    },
  },
  'not found': { reach: (form, page) => page.goto(`${form.url}/nowhere`) },
}
