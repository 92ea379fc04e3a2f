import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { type RunningSandbox, startSandbox } from 'stripe-sandbox/start'
import { donation, sdk } from '../open-sdk'
import { type Shop, startShop } from './start-shop'

interface Visit {
  locale?: 'en' | 'ru'
  colour?: string
  /** Under a policy that allows the sandbox's host and no inline style. */
  strict?: boolean
}

/** A sandbox and a shop for the tests of one file. */
export function useShop() {
  let running: { sandbox: RunningSandbox; shop: Shop; dataDir: string } | undefined
  const now = () => {
    if (!running) throw new Error('The shop has not started.')
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

  /** A fresh intent of 200 UAH. */
  const newIntent = async () => {
    const { id, client_secret } = await sdk(now().sandbox.port).paymentIntents.create(donation)
    return { id, client_secret: client_secret ?? '' }
  }
  /** The shop's address for an intent. */
  const address = (intent: { client_secret: string }, { strict, ...asked }: Visit = {}) => {
    const { sandbox, shop } = now()
    const stripe = `${sandbox.url}/endive/stripe.js`
    const query = new URLSearchParams({ secret: intent.client_secret, stripe, ...asked })
    if (strict) query.set('allow', sandbox.url)
    return `${shop.url}/?${query}`
  }
  return {
    sandbox: () => now().sandbox,
    shop: () => now().shop,
    newIntent,
    address,
    async stateOf(id: string): Promise<{ status: string; charges: { status: string }[] }> {
      return (await fetch(`${now().sandbox.url}/_control/payment_intents/${id}`)).json()
    },
    /** Opens the shop with a fresh intent and waits for the card form. */
    async visit(page: Page, visit: Visit = {}) {
      const intent = await newIntent()
      await page.goto(address(intent, visit))
      await page.getByText('ready', { exact: true }).waitFor()
      return intent
    },
  }
}
