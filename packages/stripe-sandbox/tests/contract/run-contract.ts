import { type Browser, chromium } from '@playwright/test'
import Stripe from 'stripe'
import { startShop } from '../shop/start-shop'
import { browserFacts, openShop } from './browser-facts'
import { refuseKey, type Target } from './fact'
import { facts } from './facts'

/**
 * Checks every fact against the provider's test mode, and prints which
 * differ: `STRIPE_SECRET_KEY=sk_test_… STRIPE_PUBLISHABLE_KEY=pk_test_… npm run contract`. The browser
 * is Playwright's own, or the one at CHROMIUM_PATH.
 */
const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } =
  process.env
const refused = refuseKey(secretKey) ?? (publishableKey ? refuseKey(publishableKey) : undefined)
if (refused) {
  console.error(refused)
  process.exitCode = 2
} else await run()

async function run(): Promise<void> {
  const stripe = new Stripe(secretKey, { telemetry: false })
  const apiUrl = 'https://api.stripe.com'
  const target = { stripe, secretKey, publishableKey, apiUrl, control: null }
  const differing: string[] = []

  async function note(fact: string, source: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
      console.log(`  same     ${fact}`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      differing.push(fact)
      console.log(`  DIFFERS  ${fact} [${source}]\n           ${reason.replaceAll('\n', ' ')}`)
    }
  }

  for (const { fact, source, check } of facts) await note(fact, source, () => check(target))
  if (publishableKey) await inBrowser(target, note)
  else console.log('  browser skipped: set STRIPE_PUBLISHABLE_KEY=pk_test_…')
  console.log(differing.length === 0 ? 'Nothing differs.' : `${differing.length} facts differ.`)
  process.exitCode = differing.length === 0 ? 0 : 1
}

async function inBrowser(
  target: Target,
  note: (fact: string, source: string, check: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const shop = await startShop()
  const { CHROMIUM_PATH: executablePath } = process.env
  const browser: Browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  })
  for (const { fact, source, check } of browserFacts) {
    const page = await browser.newPage()
    await note(fact, source, async () => check(await openShop(page, target, shop.url, null)))
    await page.close()
  }
  await browser.close()
  await shop.close()
}
