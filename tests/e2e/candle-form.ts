import type { FrameLocator, Locator, Page } from '@playwright/test'
import {
  cardFrame,
  challengeFrame,
  fillCard,
} from '../../packages/stripe-sandbox/tests/shop/pay-with'
import type { Language } from '../../src/shared/language'
import { expect } from '../engines/expect'
import { cards } from '../setup/cards'
import { closeGate } from '../setup/gate'

type Place = Page | FrameLocator

/** Holds the requests to an address until the returned function is called. */
export async function hold(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  const gate = closeGate()
  await page.route(url, async route => {
    await gate.opened
    await route.fallback().catch(() => undefined)
  })
  return gate.open
}

/** The form by its field names, in a page or in a frame. */
export class CandleForm {
  constructor(
    readonly place: Place,
    readonly url: string,
  ) {}

  field(name: string) {
    return this.place.locator(`[name="${name}"]:is(input, textarea)`)
  }

  button(name: 'order' | 'withoutDonation' | 'pay' | 'close') {
    return this.place.locator(`button[name="${name}"]`)
  }

  amount(value: number | 'custom') {
    return this.place.locator(`input[name="amount"][value="${value}"]`)
  }

  get dialog() {
    return this.place.getByRole('dialog')
  }

  get toast() {
    return this.place.locator('.toast')
  }

  /** Waits for the toast, which stays as long as the visitor is in another window: none comes back. */
  async keepToast(page: Page) {
    await expect(this.toast).toBeVisible()
    await page.evaluate(() => {
      // Nor does the mouse leave it, when the window under it changes its size.
      for (const type of ['focus', 'pointerleave'])
        window.addEventListener(type, event => event.stopImmediatePropagation(), true)
      window.dispatchEvent(new Event('blur'))
    })
  }

  get heading() {
    return this.place.locator('h1')
  }

  /** Opens the form and waits until it is hydrated. */
  async visit(page: Page, query = '') {
    await page.goto(`${this.url}/${query}`)
    await this.started()
  }

  async started() {
    await expect(this.place.locator('html')).toHaveAttribute('data-started', 'yes')
  }

  language(language: Language) {
    return this.place.locator(`button[name="language"][value="${language}"]`)
  }

  async speak(language: Language) {
    await this.language(language).click()
  }

  async fillWords(forWhom: string, purpose = "За здоров'я", email?: string) {
    await this.field('forWhom').fill(forWhom)
    await this.field('purpose').fill(purpose)
    if (email !== undefined) await this.field('email').fill(email)
  }

  async choose(uah: number) {
    await this.amount(uah).check()
    await this.cardFormIsOpen()
  }

  async cardFormIsOpen() {
    await expect(this.button('pay')).toBeEnabled()
    await expect(cardFrame(this.place).locator('#Field-numberInput')).toBeVisible()
  }

  /** Waits for an effect of the server's answer. An `online` event makes the page ask now. */
  async askUntil(page: Page, shown: Locator) {
    const askAndLook = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      return shown.isVisible()
    }
    await expect.poll(askAndLook, { intervals: [300] }).toBe(true)
  }

  async payWith(card: string) {
    await fillCard(this.place, card)
    await this.button('pay').click()
  }

  async donate(forWhom: string, uah: number, card: string = cards.good) {
    await this.fillWords(forWhom)
    await this.choose(uah)
    await this.payWith(card)
  }

  /** Orders without a donation. */
  async orderFree(forWhom: string) {
    await this.field('donationEnabled').uncheck()
    await this.fillWords(forWhom)
    await this.button('order').click()
  }

  /** The visitor's yes or no in the window that the bank opens over the page. */
  bankAnswer(answer: 'authorize' | 'fail') {
    return challengeFrame(this.place).locator(`#test-source-${answer}-3ds`)
  }

  /** Pays with a card whose bank leads away, up to the page of the bank. */
  async leaveForBank(page: Page) {
    await this.payWith(cards.redirects)
    await page.waitForURL(url => url.origin !== new URL(this.url).origin)
  }
}
