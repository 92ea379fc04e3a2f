import { randomInt } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import type { Order } from '../../src/server/db/schema'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../src/shared/payment-intent'
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

/** Tests run against real processes, shared by the tests of a worker. */
export const test = base.extend<Tools, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ env: { LIMIT_FACTOR: '1000', TRUST_PROXY: 'loopback' } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  /** Each test has an address of its own, so that other tests' declined cards do not count. */
  context: async ({ context }, use) => {
    const address = drawAddress()
    await context.route(`**${createPaymentIntentPath}`, route =>
      route.fallback({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    )
    await use(context)
  },
  form: async ({ page, product }, use) => {
    await use(new CandleForm(page, product.url))
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
