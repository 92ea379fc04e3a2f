import assert from 'node:assert/strict'
import { challengeFrame } from '../../../packages/stripe-sandbox/tests/shop/pay-with'
import { cards } from '../../e2e/candle-form'
import { expect, openForm } from '../open-form'
import type { Row } from '../row'
import { countIntents, paymentsOf, statusOf } from './queries'

const confirm = { method: 'POST', path: '/v1/payment_intents/*/confirm' } as const

/** Rows 5 and 9 to 14: the card form in a real browser. */
export const browserCardRows: Row[] = [
  {
    number: 5,
    where: 'create intent',
    fault: 'the late answer of an older choice overtakes',
    must: 'only the latest choice counts',
    async run(env, browser) {
      const { page, form } = await openForm(env, await browser(), 'Ганна')
      let late: (() => void) | undefined
      await page.route('**/api/create-payment-intent', async route => {
        if (!route.request().postData()?.includes('500')) return route.continue()
        const answer = await route.fetch()
        await new Promise<void>(resolve => {
          late = resolve
        })
        await route.fulfill({ response: answer }).catch(() => undefined)
      })
      await form.amount(500).check()
      await env.until('the first answer is held back', () => late !== undefined)
      await form.choose(100)
      late?.()
      await form.payWith(cards.good)
      await expect(form.dialog).toContainText('100 грн')
      return ({ charges, orders }) => {
        assert.deepEqual(
          charges.map(charge => charge.amount),
          [10_000],
        )
        assert.equal(orders[0]?.confirmed_kopiykas, 10_000)
      }
    },
  },
  {
    number: 9,
    where: 'script',
    fault: 'the payment provider’s script is blocked',
    must: 'payment unavailable is shown, and a free order goes through',
    async run(env, browser) {
      const { page, form, context } = await openForm(env, await browser(), 'Богдан')
      await context.route('**/stripe.js*', route => route.abort())
      await context.route('**js.stripe.com/**', route => route.abort())
      await form.visit(page)
      await expect(page.locator('.payment-area.unavailable')).toBeVisible({ timeout: 15_000 })
      await form.field('donationEnabled').uncheck()
      await form.fillWords('Богдан')
      await form.button('order').click()
      await expect(form.dialog).toBeVisible()
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Богдан: none'])
    },
  },
  {
    number: 10,
    where: 'pay',
    fault: 'double click, and Enter with a click',
    must: 'one confirmation, one charge, one order',
    async run(env, browser) {
      const { page, form } = await openForm(env, await browser(), 'Олена')
      await form.choose(200)
      let confirmations = 0
      page.on('request', request => {
        if (request.url().endsWith('/confirm')) confirmations += 1
      })
      await env.sandbox.fault({ ...confirm, action: 'delay', ms: 700 })
      await form.payWith(cards.good)
      await form
        .button('pay')
        .click({ force: true, noWaitAfter: true })
        .catch(() => undefined)
      await page.keyboard.press('Enter')
      await expect(form.dialog).toContainText('200 грн')
      return ({ orders, charges }) =>
        assert.deepEqual([confirmations, charges.length, orders.length], [1, 1, 1])
    },
  },
  {
    number: 11,
    where: 'pay',
    fault: 'one secret in two tabs',
    must: 'the provider takes one; both orders are one',
    async run(env, browser) {
      const { form, context, openTab } = await openForm(env, await browser(), 'Іван')
      await context.route('**/api/create-payment-intent', async route => {
        secret ??= await (await route.fetch()).text()
        await route.fulfill({ body: secret, contentType: 'application/json' })
      })
      let secret: string | undefined
      const other = await openTab()
      await form.choose(200)
      await other.form.choose(200)
      await Promise.all([form.payWith(cards.good), other.form.payWith(cards.good)])
      await env.until('an order is there', async () => (await env.snapshot()).orders.length === 1)
      await Promise.race([form, other.form].map(tab => expect(tab.dialog).toBeVisible()))
      return ({ orders, charges }) =>
        assert.deepEqual([orders.length, charges.filter(charge => charge.paid).length], [1, 1])
    },
  },
  {
    number: 12,
    where: 'pay',
    fault: 'the confirmation reached the provider, its answer was lost',
    must: 'the server is asked until it is clear; the order follows; nobody pays again',
    async run(env, browser) {
      const { form } = await openForm(env, await browser(), 'Марія', { storage: false })
      await form.choose(200)
      await env.sandbox.fault({ ...confirm, action: 'lose_answer' })
      await form.payWith(cards.good)
      await expect(form.dialog).toContainText('200 грн', { timeout: 20_000 })
      return ({ orders, charges, intents }) =>
        assert.deepEqual([orders.length, charges.length, intents.length], [1, 1, 1])
    },
  },
  {
    number: 13,
    where: 'pay',
    fault: 'declined, then another card',
    must: 'the same intent, no new one',
    async run(env, browser) {
      const { page, form } = await openForm(env, await browser(), 'Петро')
      await form.choose(200)
      await form.payWith(cards.declined)
      await expect(form.dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await form.payWith(cards.good)
      await expect(form.dialog).toContainText('200 грн')
      return ({ intents, orders, charges }) =>
        assert.deepEqual(
          [intents.length, orders.length, charges.filter(charge => charge.paid).length],
          [1, 1, 1],
        )
    },
  },
  {
    number: 14,
    where: 'pay',
    fault: '3-D Secure failed, then closed',
    must: 'not charged; the same intent is paid in the end',
    async run(env, browser) {
      const { page, form, candle } = await openForm(env, await browser(), 'Степан')
      await form.choose(200)
      await form.payWith(cards.asksBank)
      await challengeFrame(page).locator('#test-source-fail-3ds').click()
      await expect(form.dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await form.payWith(cards.asksBank)
      await challengeFrame(page).locator('#test-source-authorize-3ds').press('Escape')
      await expect(form.dialog).toBeVisible()
      await page.keyboard.press('Escape')
      const [intent = null] = candle.intents
      assert.equal(statusOf(await env.snapshot(), intent), 'requires_payment_method')
      await form.payWith(cards.good)
      await expect(form.dialog).toContainText('200 грн')
      assert.equal(await countIntents(env), 1)
      return snapshot => assert.deepEqual(paymentsOf(snapshot), ['Степан: paid'])
    },
  },
]
