import { test as base, expect } from '@playwright/test'
import type { Order } from '../../src/server/db/schema'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../src/shared/payment-intent'
import { readSnapshot } from '../faults/read-snapshot'
import { type Product, startProduct } from '../setup/processes'
import { CandleForm } from './candle-form'

interface Tools {
  form: CandleForm
  /** Orders in the store and charges at the payment provider. */
  readStore: () => ReturnType<typeof readSnapshot>
  /** The stored orders for this name. */
  readOrders: (name: string) => Promise<Order[]>
  /** What was captured for the visitor's intents, in kopiykas each. */
  readCharges: () => Promise<number[]>
  /** Ids of the payment intents created for the visitor's pages. */
  intents: string[]
  /** Console errors that this test provokes. */
  allowed: RegExp | null
  noComplaints: undefined
}

/** Console errors of a declined payment and of a failed call. */
const expectedComplaints = [
  /^Failed to load resource/,
  /blocked (form submission|script execution)/i,
]

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
  form: async ({ page, product }, use) => {
    await use(new CandleForm(page, product.url))
  },
  readStore: async ({ product }, use) => {
    const { dataDir, sandboxUrl } = product
    await use(() => readSnapshot({ dataDir, sandboxUrl, databaseUrl: null, candles: [] }))
  },
  readOrders: async ({ readStore }, use) => {
    await use(async name => (await readStore()).orders.filter(order => order.name === name))
  },
  readCharges: async ({ readStore, intents }, use) => {
    await use(async () => {
      const { charges } = await readStore()
      const captured = charges.filter(one => one.paid && intents.includes(one.payment_intent))
      return captured.map(({ amount }) => amount)
    })
  },
  intents: async ({ context }, use) => {
    const intents: string[] = []
    context.on('response', async response => {
      if (!response.url().endsWith(createPaymentIntentPath)) return
      const { client_secret: secret } = await response.json().catch(() => ({}))
      if (secret) intents.push(paymentIntentIdOf(secret))
    })
    await use(intents)
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
