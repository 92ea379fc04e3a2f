import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { type CandleForm, cards } from '../../e2e/candle-form'
import type { Environment } from '../environment'
import { expect, type OpenForm, openForm } from '../open-form'
import type { Row } from '../row'

/** When the visitor's connection breaks after the click on Pay, ms. */
const disconnectAfterMs = 800
const timeoutMs = 60_000
/** What the dialog of a payment names. */
const gift = /\d\sгрн/

/** What the visitor does while the bank takes its time. */
type Reaction = (visitor: OpenForm, env: Environment) => Promise<CandleForm>

const reactions: Record<string, Reaction> = {
  'the connection breaks': async ({ form }) => form,
  'the page is reloaded': async ({ page, form }) => {
    await page.reload()
    return form
  },
  'the tab is closed, and another opened': async ({ page, openTab }) => {
    await page.close()
    return (await openTab()).form
  },
  'another amount is chosen': async ({ form }) => payWherePossible(form),
  'a second tab is opened, and another amount chosen there': async ({ form, openTab }) =>
    payWherePossible((await openTab()).form, form),
  'the donation is switched off, and a candle ordered without one': async ({ form }) => {
    const order = async () => {
      await form.field('donationEnabled').uncheck()
      await form.button('order').click()
      await expect(form.toast).toBeVisible()
      // The payment's own dialog waits until this one is closed.
      if (!gift.test((await form.dialog.textContent()) ?? '')) await form.button('close').click()
    }
    // On a slow machine the payment may be found first; its dialog then covers the form.
    await Promise.any([order(), expect(form.dialog).toContainText(gift)])
    return form
  },
}

/** Rows 50 to 56: the answer to a confirmation is lost, and it takes effect later. */
export const lateRows: Row[] = [
  ...Object.entries(reactions).map(([fault, reaction], index) => ({
    number: 50 + index,
    where: 'pay' as const,
    fault: `a confirmation lands 2, 6 and 20 s late; ${fault}`,
    must: 'one charge, and its order',
    run: (env: Environment, browser: () => Promise<Browser>) =>
      runAll(
        env,
        browser,
        [2, 6, 20].map(seconds => ({ seconds, reaction })),
      ),
  })),
  {
    number: 56,
    where: 'pay',
    fault: 'a confirmation lands 90 s late; all of the above',
    must: 'one charge, and its order',
    run: (env, browser) =>
      runAll(
        env,
        browser,
        Object.values(reactions).map(reaction => ({ seconds: 90, reaction })),
      ),
  },
]

async function runAll(
  env: Environment,
  browser: () => Promise<Browser>,
  visits: { seconds: number; reaction: Reaction }[],
) {
  const chromium = await browser()
  const candles = await Promise.all(
    visits.map(async ({ seconds, reaction }, index) => {
      const visitor = await openForm(env, chromium, `Гість ${seconds} ${index}`)
      const { landed } = await payAndDisconnect(env, visitor, seconds * 1000)
      await pause(2 * disconnectAfterMs)
      const form = await reaction(visitor, env)
      await expect(form.dialog).toContainText(gift, { timeout: seconds * 1000 + timeoutMs })
      await landed
      return visitor.candle
    }),
  )
  return ({ charges, orders }: Awaited<ReturnType<Environment['snapshot']>>) => {
    for (const { visitor, intents } of candles) {
      const taken = charges.filter(one => one.paid && intents.includes(one.payment_intent))
      const paid = orders.filter(one => intents.includes(one.payment_intent_id ?? ''))
      assert.deepEqual([visitor, taken.length, paid.length], [visitor, 1, 1])
      assert.equal(paid[0]?.payment, 'paid')
    }
  }
}

/** Pays 200 UAH; the provider takes its time, and the connection breaks before. Resolves to the landing. */
async function payAndDisconnect(
  env: Environment,
  { page, form, candle }: OpenForm,
  ms: number,
): Promise<{ landed: Promise<unknown> }> {
  await form.choose(200)
  const path = `/v1/payment_intents/${candle.intents.at(-1)}/confirm`
  await env.sandbox.fault({ action: 'delay', at: 'before', ms, method: 'POST', path, count: 1 })
  let land = (_: unknown) => {}
  const landed = new Promise(resolve => {
    land = resolve
  })
  await page.route(
    `**${path}`,
    async route => {
      // Sent from here, so that it arrives whatever becomes of the page.
      const request = route.request()
      const { 'content-length': _length, ...headers } = request.headers()
      fetch(request.url(), { method: 'POST', headers, body: request.postData() }).then(land, land)
      await pause(disconnectAfterMs)
      await route.abort('connectionreset').catch(() => undefined)
    },
    { times: 1 },
  )
  await form.payWith(cards.good)
  return { landed }
}

/** Closes dialogs and pays 500 UAH instead as soon as the page allows it; ends when either tab shows the order. */
async function payWherePossible(form: CandleForm, first?: CandleForm): Promise<CandleForm> {
  const giveUpAt = Date.now() + 2 * timeoutMs
  while (Date.now() < giveUpAt) {
    for (const tab of first ? [first, form] : [form]) {
      if (!(await tab.dialog.isVisible())) continue
      // One look: the dialog of the payment must not be closed unread.
      if (gift.test((await tab.dialog.textContent()) ?? '')) return tab
      if (tab === form) await form.button('close').click()
    }
    // Locked while the first payment is checked, and gone once it is ordered.
    await form
      .amount(500)
      .check({ timeout: 500 })
      .catch(() => undefined)
    if (
      await form
        .button('pay')
        .filter({ hasText: '500' })
        .isEnabled({ timeout: 500 })
        .catch(() => false)
    ) {
      await form.cardFormIsOpen()
      await form.payWith(cards.good)
      await expect(form.dialog).toBeVisible({ timeout: timeoutMs })
    }
    await pause(200)
  }
  return form
}
