import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { type RunningSandbox, startSandbox } from 'stripe-sandbox/start'
import { donation, sdk } from '../open-sdk'
import { type Shop, startShop } from './start-shop'

export interface Visit {
  locale?: 'en' | 'ru'
  colour?: string
  /** Under a policy that allows the sandbox's host and no inline style. */
  strict?: boolean
}

export interface Intent {
  id: string
  client_secret: string
}

export interface Market {
  sandbox(): RunningSandbox
  shop(): Shop
  /** A fresh intent of 200 UAH. */
  newIntent(): Promise<Intent>
  stateOf(id: string): Promise<{ status: string; charges: { status: string }[] }>
  /** The shop's address for an intent. */
  address(intent: Intent, visit?: Visit): string
  /** Opens the shop with a fresh intent and waits for the card form. */
  visit(page: Page, visit?: Visit): Promise<Intent>
}

/** A sandbox and a shop for the tests of one file. */
export function openMarket(): Market {
  let running: { sandbox: RunningSandbox; shop: Shop; dataDir: string } | undefined
  const now = () => {
    if (!running) throw new Error('The market is not open yet.')
    return running
  }

  // One worker for the file: each would start a shop of its own.
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
    const [sandbox, shop] = await Promise.all([startSandbox({ port: 0, dataDir }), startShop()])
    running = { sandbox, shop, dataDir }
  })
  test.afterAll(async () => {
    await now().sandbox.close()
    await now().shop.close()
    rmSync(now().dataDir, { recursive: true, force: true })
  })

  const market: Market = {
    sandbox: () => now().sandbox,
    shop: () => now().shop,
    newIntent: async () => {
      const { paymentIntents } = sdk(now().sandbox.port)
      const { id, client_secret } = await paymentIntents.create(donation)
      return { id, client_secret: client_secret ?? '' }
    },
    stateOf: async id =>
      (await fetch(`${now().sandbox.url}/_control/payment_intents/${id}`)).json(),
    address: (intent, { strict, ...asked } = {}) => {
      const { sandbox, shop } = now()
      const stripe = `${sandbox.url}/endive/stripe.js`
      const query = new URLSearchParams({ secret: intent.client_secret, stripe, ...asked })
      if (strict) query.set('allow', sandbox.url)
      return `${shop.url}/?${query}`
    },
    visit: async (page, visit = {}) => {
      const intent = await market.newIntent()
      await page.goto(market.address(intent, visit))
      await page.getByText('ready', { exact: true }).waitFor()
      return intent
    },
  }
  return market
}
