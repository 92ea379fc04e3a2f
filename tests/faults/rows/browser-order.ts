import assert from 'node:assert/strict'
import { cards } from '../../e2e/candle-form'
import { expect, openForm } from '../open-form'
import type { Row } from '../row'
import { countOrders, paymentsOf, statusOf } from './queries'

const hour = 3_600_000
const ordersCall = '**/api/candle-orders'
const intents = '/v1/payment_intents'

/** Rows 16 to 19 and 22: what the page does about its order in a real browser. */
export const browserOrderRows: Row[] = [
  {
    number: 16,
    where: 'pay',
    fault: 'the frame is reloaded after paying; a bank sends the visitor away and back',
    must: 'the pending order is restored and sent; the address is cleaned; no second charge',
    async run(env, browser) {
      const reloaded = await openForm(env, await browser(), 'Ганна')
      await reloaded.form.choose(200)
      await reloaded.context.route(ordersCall, route => route.abort())
      await reloaded.form.payWith(cards.good)
      await env.until('the money is taken', async () =>
        (await env.snapshot()).charges.some(charge => charge.paid),
      )
      await reloaded.context.unroute(ordersCall)
      await reloaded.form.visit(reloaded.page)
      await expect(reloaded.form.dialog).toContainText('200 грн', { timeout: 15_000 })

      const sentAway = await openForm(env, await browser(), 'Богдан')
      await sentAway.form.choose(300)
      await sentAway.form.payWith(cards.redirects)
      await sentAway.page.locator('#test-source-authorize-3ds').click()
      await expect(sentAway.form.dialog).toContainText('300 грн', { timeout: 15_000 })
      assert.ok(!sentAway.page.url().includes('secret'))
      return snapshot => {
        assert.deepEqual(paymentsOf(snapshot), ['Богдан: paid', 'Ганна: paid'])
        assert.equal(snapshot.charges.filter(charge => charge.paid).length, 2)
      }
    },
  },
  {
    number: 17,
    where: 'pay',
    fault: 'amount changed or donation switched off while it is processing',
    must: 'everything is frozen from the click; the order is the one that stood there',
    async run(env, browser) {
      const { page, form } = await openForm(env, await browser(), 'Олена')
      await form.choose(200)
      const path = `${intents}/*/confirm`
      await env.sandbox.fault({ method: 'POST', path, action: 'delay', ms: 5_000 })
      await form.payWith(cards.good)
      for (const name of ['forWhom', 'purpose', 'email', 'donationEnabled'])
        await expect(form.field(name)).toBeDisabled()
      for (const uah of [100, 'custom'] as const) await expect(form.amount(uah)).toBeDisabled()
      await expect(form.button('pay')).toBeDisabled()
      await expect(page.locator('button[name="language"]').first()).toBeDisabled()
      await expect(form.dialog).toContainText('200 грн')
      return ({ orders }) =>
        assert.deepEqual([orders[0]?.name, orders[0]?.confirmed_kopiykas], ['Олена', 20_000])
    },
  },
  {
    number: 18,
    where: 'pay',
    fault: 'the visitor changes the amount after an unclear error',
    must: 'amounts stay locked until the old intent is resolved; a free order stays open: one charge',
    async run(env, browser) {
      const { form } = await openForm(env, await browser(), 'Іван', { storage: false })
      await form.choose(200)
      const confirm = `${intents}/*/confirm`
      await env.sandbox.fault({ method: 'POST', path: confirm, action: 'lose_answer' })
      await env.sandbox.fault({ method: 'GET', path: `${intents}/*`, action: 'drop', count: 3 })
      await form.payWith(cards.good)
      await expect(form.place.locator('.payment-status')).toBeVisible()
      await expect(form.amount(500)).toBeDisabled()
      await expect(form.field('donationEnabled')).toBeEnabled()
      await expect(form.dialog).toContainText('200 грн', { timeout: 30_000 })
      return ({ orders, charges, intents: all }) =>
        assert.deepEqual([orders.length, charges.length, all.length], [1, 1, 1])
    },
  },
  {
    number: 19,
    where: 'pay',
    fault: 'the cleanup job has cancelled the intent of a page left open',
    must: 'not charged; a new one is made, and the visitor presses again',
    async run(env, browser) {
      const { page, form, candle } = await openForm(env, await browser(), 'Марія')
      await form.choose(200)
      await env.advance(25 * hour)
      await env.kill()
      await env.start()
      await env.until(
        'the intent is cancelled',
        async () => statusOf(await env.snapshot(), candle.intents[0] ?? null) === 'canceled',
      )
      await form.payWith(cards.good)
      await expect(form.dialog).toBeVisible({ timeout: 15_000 })
      await page.keyboard.press('Escape')
      await form.cardFormIsOpen()
      await form.payWith(cards.good)
      await expect(form.dialog).toContainText('200 грн')
      return ({ orders, charges }) =>
        assert.deepEqual([orders.length, charges.filter(charge => charge.paid).length], [1, 1])
    },
  },
  {
    number: 22,
    where: 'order POST',
    fault: 'lost on the way after the charge',
    must: 'the page says paid, Pay is gone, the same order is sent again: no second charge',
    async run(env, browser) {
      const { page, form } = await openForm(env, await browser(), 'Петро', { storage: false })
      await form.choose(200)
      await page.route(ordersCall, route => route.abort())
      await form.payWith(cards.good)
      await expect(page.locator('.payment-status button')).toBeEnabled({ timeout: 15_000 })
      await expect(form.button('pay')).toHaveCount(0)
      assert.equal(await countOrders(env), 0)
      await page.unroute(ordersCall)
      await page.locator('.payment-status button').click()
      await expect(form.dialog).toContainText('200 грн')
      return ({ orders, charges }) => assert.deepEqual([orders.length, charges.length], [1, 1])
    },
  },
]
