import type { BrowserContext, Page } from '@playwright/test'
import { fillCard } from '../../packages/stripe-sandbox/tests/shop/pay-with'
import { paymentIntentIdOf } from '../../src/shared/payment-intent'
import { drawNumbers } from '../faults/draw-numbers'
import { sample } from '../setup/sample'
import { CandleForm, cards } from './candle-form'
import { expect, test } from './form-test'

const actions = [
  'amount',
  'pay',
  'decline',
  'correct',
  'free',
  'close',
  'reload',
  'come back',
] as const
type Action = (typeof actions)[number]

/** The outcome of one scenario, from the browser's requests. */
interface Record {
  /** The newest text of each payment. */
  newest: Map<string, { name: string; pressedAt: number }>
  /** When a tab first learned that a payment has its order, ms. */
  placed: Map<string, number>
  /** Names of the free orders that were answered with success. */
  free: string[]
}

/** A tab whose page can be closed and reopened. */
class Tab {
  form: CandleForm

  private constructor(
    readonly context: BrowserContext,
    readonly url: string,
    readonly record: Record,
    public page: Page,
  ) {
    this.form = new CandleForm(page, url)
  }

  static async open(context: BrowserContext, url: string, record: Record) {
    const tab = new Tab(context, url, record, await context.newPage())
    await tab.begin()
    return tab
  }

  async begin() {
    this.form = new CandleForm(this.page, this.url)
    this.page.on('request', request => {
      if (!new URL(request.url()).pathname.startsWith('/api/order-drafts/')) return
      const { name, pressedAt, clientSecret } = request.postDataJSON()
      const id = paymentIntentIdOf(clientSecret)
      const newest = this.record.newest.get(id)
      if (!newest || newest.pressedAt < pressedAt) this.record.newest.set(id, { name, pressedAt })
    })
    this.page.on('response', async response => {
      const path = new URL(response.url()).pathname
      if (!path.startsWith('/api/') || response.request().method() !== 'POST') return
      const answer = await response.json().catch(() => ({}))
      const sent = response.request().postDataJSON()
      const place = (id: string) =>
        this.record.placed.has(id) || this.record.placed.set(id, Date.now())
      if (answer.outcome === 'ordered') place(paymentIntentIdOf(sent.clientSecret))
      if (path !== '/api/candle-orders' || !answer.success) return
      if (sent.donationAmount === '') this.record.free.push(sent.name)
      else place(response.request().headers()['idempotency-key'] ?? '')
    })
    await this.form.visit(this.page)
  }

  async closeDialogs() {
    while (await this.form.button('close').isVisible()) await this.form.button('close').click()
  }

  /** Skips what is locked or gone. */
  async act(action: Action, name: string) {
    await this.closeDialogs()
    const { page, form } = this
    const options = { timeout: 3000 }
    switch (action) {
      case 'amount':
        await form.field('donationEnabled').check(options)
        return form
          .amount(200)
          .or(form.amount(300))
          .and(page.locator(':not(:checked)'))
          .first()
          .check(options)
      case 'pay':
      case 'decline':
        await form.field('donationEnabled').check(options)
        if ((await page.locator('main').getAttribute('data-payment')) === 'none')
          await form.amount(100).check(options)
        await expect(form.button('pay')).toBeEnabled({ timeout: 8000 })
        await fillCard(page, action === 'pay' ? cards.good : cards.declined)
        return form.button('pay').click(options)
      case 'correct':
        await form.field('forWhom').fill(name, options)
        return form.field('purpose').fill('мир', options)
      case 'free':
        await form.field('donationEnabled').uncheck(options)
        await form.field('forWhom').fill(name, options)
        await form.field('purpose').fill('мир', options)
        return form.button('order').click(options)
      case 'close':
        await page.close()
        this.page = await this.context.newPage()
        return this.begin()
      case 'reload':
        await page.reload()
        return form.started()
      case 'come back':
        await page.goto('about:blank')
        await page.goBack()
        return form.started()
    }
  }

  /** Waits until this tab has nothing in flight. */
  async rest() {
    const main = this.page.locator('main')
    await expect
      .poll(
        async () => {
          await this.closeDialogs().catch(() => undefined)
          return main.getAttribute('data-payment')
        },
        { timeout: 60_000 },
      )
      .toMatch(/^(none|ready|open)$/)
  }
}

/** Random pairs of actions, one for each tab. */
function drawPairs(seed: number): [Action, Action][] {
  const next = drawNumbers(seed * 0x9e37_79b9)
  const draw = () => actions[Math.floor(next() * actions.length)] ?? 'pay'
  return [
    ['pay', draw()],
    [draw(), draw()],
    [draw(), 'pay'],
    [draw(), draw()],
  ]
}

test.slow()

// The short sample is a seed that found a defect: a tab opened while the other had a declined card.
const seeds = sample(
  [18],
  Array.from({ length: 40 }, (_, index) => index + 1),
)

for (const seed of seeds) {
  const pairs = drawPairs(seed)
  const title = pairs.map(pair => pair.join(' | ')).join(', ')

  test(`two tabs, scenario ${seed}: ${title}`, async ({ context, product, store }) => {
    const record: Record = { newest: new Map(), placed: new Map(), free: [] }
    const open = () => Tab.open(context, product.url, record)
    const tabs = await Promise.all([open(), open()])

    let drawn = 0
    let done = 0
    for (const pair of pairs) {
      const acts = pair.map((action, index) => {
        drawn += 1
        return tabs[index]?.act(action, `Сценарій ${seed}, текст ${drawn}`)
      })
      const results = await Promise.allSettled(acts)
      done += results.filter(({ status }) => status === 'fulfilled').length
    }
    // Too many skipped actions would prove nothing.
    expect(done).toBeGreaterThan(4)
    await Promise.all(tabs.map(tab => tab.rest()))

    const { orders, charges } = await store.read()
    const captured = charges
      .filter(({ payment_intent: id, paid }) => paid && store.intents.includes(id))
      .map(({ payment_intent }) => payment_intent)
    // No second charge, and every captured payment has its order with the newest text.
    expect(new Set(captured).size).toBe(captured.length)
    for (const id of captured) {
      const ofPayment = orders.filter(order => order.paymentIntentId === id)
      expect(ofPayment).toMatchObject([{ payment: 'paid', name: record.newest.get(id)?.name }])
    }
    // Nobody pays while another payment may be open, unless both were pressed concurrently.
    const presses = captured.map(id => ({ id, at: record.newest.get(id)?.pressedAt ?? 0 }))
    for (const { id, at } of presses)
      for (const later of presses.filter(other => other.at > at + 500))
        expect(later.at).toBeGreaterThan((record.placed.get(id) ?? Number.POSITIVE_INFINITY) - 500)
    for (const name of record.free)
      expect(orders.filter(order => order.name === name && order.payment === 'none')).toHaveLength(
        record.free.filter(other => other === name).length,
      )
  })
}
