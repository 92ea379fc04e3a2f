import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base } from '@playwright/test'
import type { Order } from '../../src/server/db/schema'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../src/shared/payment-intent'
import { DrivenContext } from '../engines/driven-page'
import { type Engine, engine } from '../engines/engine'
import { expect } from '../engines/expect'
import { type Line, startLine } from '../engines/line'
import { readSnapshot } from '../faults/read-snapshot'
import { type Product, startProduct } from '../setup/processes'
import { CandleForm } from './candle-form'

/** What was stored and charged, also for the tests that run beside this one. */
export interface Store {
  /** Orders in the store and charges at the payment provider. */
  read: () => ReturnType<typeof readSnapshot>
  /** The stored orders for this name. */
  orders: (name: string) => Promise<Order[]>
  /** What was captured for the visitor's intents, in kopiykas each. */
  charges: () => Promise<number[]>
  /** Ids of the payment intents created for the visitor's pages. */
  intents: string[]
}

interface Tools {
  form: CandleForm
  store: Store
  /** Console errors that this test provokes. */
  allowed: RegExp | null
  noComplaints: undefined
}

/** Console errors of a declined payment and of a failed call. */
const expectedComplaints = [
  /^Failed to load resource/,
  /blocked (form submission|script execution)/i,
]

export function drawAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** For `test.use`. */
interface Options {
  /** False: as in the browsers of apps. */
  storage: boolean
}

/**
 * Tests run against real processes, shared by all tests of a worker: a setting of one file would end the
 * workers before and after it. Each order has a notice of its own.
 */
const shared = base.extend<
  { /** The product's, for this test. */ url: string },
  { product: Product }
>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      const env = { LIMIT_FACTOR: '1000', TRUST_PROXY: 'loopback', DIGEST_AFTER: '1000' }
      const product = await startProduct({ env })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  url: ({ product }, use) => use(product.url),
})

/** Each test has an address of its own, so that other tests' declined cards do not count. */
const inChromium = shared.extend<Options>({
  storage: [true, { option: true }],
  context: async ({ context, storage }, use) => {
    const address = drawAddress()
    await context.route(`**${createPaymentIntentPath}`, route =>
      route.fallback({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    )
    if (!storage)
      await context.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError')
            },
          })
      })
    await use(context)
  },
})

type StartEngine = typeof import('../engines/start-engine').startEngine

/** With a page that speaks Playwright's words by WebDriver. */
const driveEngine = (which: Engine) =>
  shared.extend<{ line: Line }, Options & { driven: Awaited<ReturnType<StartEngine>> }>({
    storage: [true, { scope: 'worker', option: true }],
    driven: [
      async ({ storage }, use) => {
        // Selenium is not installed where only Chromium's tests run.
        const { startEngine } = await import('../engines/start-engine')
        const driven = await startEngine(which, storage)
        await use(driven)
        await driven.end()
      },
      { scope: 'worker' },
    ],
    line: async ({ product }, use) => {
      const line = await startLine(product.url, drawAddress())
      await use(line)
      line.stop()
    },
    url: ({ line }, use) => use(line.url),
    context: async ({ driven: { driver }, line }, use) => {
      const context = new DrivenContext(driver, which, line)
      await use(context as unknown as BrowserContext)
      await context.close()
    },
    page: async ({ context }, use) => use(await context.newPage()),
  })

/** With a page, a context and an address, by either. */
const browserTest = engine ? (driveEngine(engine) as unknown as typeof inChromium) : inChromium

export const test = browserTest.extend<Tools>({
  form: async ({ page, url }, use) => {
    await use(new CandleForm(page, url))
  },
  store: async ({ product: { dataDir, sandboxUrl }, context }, use) => {
    const intents: string[] = []
    context.on('response', async response => {
      if (!response.url().endsWith(createPaymentIntentPath)) return
      const { client_secret: secret } = await response.json().catch(() => ({}))
      if (secret) intents.push(paymentIntentIdOf(secret))
    })
    const read = () => readSnapshot({ dataDir, sandboxUrl, databaseUrl: null, candles: [] })
    await use({
      read,
      orders: async name => (await read()).orders.filter(order => order.name === name),
      charges: async () =>
        (await read()).charges
          .filter(one => one.paid && intents.includes(one.payment_intent))
          .map(({ amount }) => amount),
      intents,
    })
  },
  allowed: [null, { option: true }],
  noComplaints: [
    async ({ page, allowed }, use) => {
      const complaints: string[] = []
      page.on('pageerror', error => complaints.push(String(error)))
      page.on('console', message => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        complaints.push(message.text())
      })
      await use(undefined)
      const fine = allowed ? [...expectedComplaints, allowed] : expectedComplaints
      expect(complaints.filter(text => !fine.some(pattern => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
