import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Browser } from 'playwright-core'
import { type CandleForm, cards } from '../../e2e/candle-form'
import { type OpenForm, openForm } from '../open-form'
import type { Row } from '../row'
import type { Stage } from '../stage'

/** When the visitor's line breaks after the click on Pay, ms. */
const cutAfterMs = 800
const patienceMs = 60_000

/** What the visitor does while the bank takes its time. */
type Manner = (visitor: OpenForm, stage: Stage) => Promise<CandleForm>

const manners: Record<string, Manner> = {
  'the line is cut': async ({ form }) => form,
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
    await form.field('donationEnabled').uncheck()
    await form.button('order').click()
    await expect(form.toast).toBeVisible()
    return form
  },
}

/** Rows 50 to 56: the answer to a confirmation is lost, and it takes effect later. */
export const lateRows: Row[] = [
  ...Object.entries(manners).map(([fault, manner], index) => ({
    number: 50 + index,
    where: 'pay' as const,
    fault: `a confirmation lands 2, 6 and 20 s late; ${fault}`,
    must: 'one charge, and its order',
    play: (stage: Stage, browser: () => Promise<Browser>) =>
      playAll(
        stage,
        browser,
        [2, 6, 20].map(seconds => ({ seconds, manner })),
      ),
  })),
  {
    number: 56,
    where: 'pay',
    fault: 'a confirmation lands 90 s late; all of the above',
    must: 'one charge, and its order',
    play: (stage, browser) =>
      playAll(
        stage,
        browser,
        Object.values(manners).map(manner => ({ seconds: 90, manner })),
      ),
  },
]

async function playAll(
  stage: Stage,
  browser: () => Promise<Browser>,
  visits: { seconds: number; manner: Manner }[],
) {
  const chromium = await browser()
  const candles = await Promise.all(
    visits.map(async ({ seconds, manner }, index) => {
      const visitor = await openForm(stage, chromium, `Гість ${seconds} ${index}`)
      const { landed } = await payOverCutLine(stage, visitor, seconds * 1000)
      await pause(2 * cutAfterMs)
      const form = await manner(visitor, stage)
      await expect(form.dialog).toContainText(/\d грн/, { timeout: seconds * 1000 + patienceMs })
      await landed
      return visitor.candle
    }),
  )
  return ({ charges, orders }: Awaited<ReturnType<Stage['evidence']>>) => {
    for (const { visitor, intents } of candles) {
      const taken = charges.filter(one => one.paid && intents.includes(one.payment_intent))
      const paid = orders.filter(one => intents.includes(one.payment_intent_id ?? ''))
      assert.deepEqual([visitor, taken.length, paid.length], [visitor, 1, 1])
      assert.equal(paid[0]?.payment, 'paid')
    }
  }
}

/** Pays 200 UAH; the provider takes its time, and the line is cut before. Resolves to the landing. */
async function payOverCutLine(
  stage: Stage,
  { page, form, candle }: OpenForm,
  ms: number,
): Promise<{ landed: Promise<unknown> }> {
  await form.choose(200)
  const path = `/v1/payment_intents/${candle.intents.at(-1)}/confirm`
  await stage.sandbox.fault({ action: 'delay', at: 'before', ms, method: 'POST', path, count: 1 })
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
      await pause(cutAfterMs)
      await route.abort('connectionreset').catch(() => undefined)
    },
    { times: 1 },
  )
  await form.payWith(cards.good)
  return { landed }
}

/** Closes what is told, and pays 500 UAH instead as soon as the page lets one; `first` may end it. */
async function payWherePossible(form: CandleForm, first?: CandleForm): Promise<CandleForm> {
  const giveUpAt = Date.now() + 2 * patienceMs
  while (Date.now() < giveUpAt) {
    for (const tab of first ? [first, form] : [form])
      if (await tab.dialog.getByText(/\d грн/).isVisible()) return tab
    if (await form.dialog.isVisible()) await form.button('close').click()
    const other = form.amount(500)
    if ((await other.isEnabled()) && !(await other.isChecked())) await other.check()
    if (
      await form
        .button('pay')
        .filter({ hasText: '500' })
        .isEnabled()
        .catch(() => false)
    ) {
      await form.cardFormIsOpen()
      await form.payWith(cards.good)
      await expect(form.dialog).toBeVisible({ timeout: patienceMs })
    }
    await pause(200)
  }
  return form
}
