import { expect as baseExpect } from '@playwright/test'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { candleOrdersPath, idempotencyKeyHeader } from '../../src/shared/candle-order'
import { createPaymentIntentPath, paymentIntentIdOf } from '../../src/shared/payment-intent'
import { CandleForm } from '../e2e/candle-form'
import type { Environment } from './environment'
import type { Candle } from './snapshot'

/** A browser beside a dozen servers is slow. */
export const expect = baseExpect.configure({ timeout: 30_000 })

/** The form in a real browser, and a record of everything its visitor was shown. */
export interface OpenForm {
  page: Page
  context: BrowserContext
  form: CandleForm
  candle: Candle
  /** Another tab of the same browser, with nothing written in it. */
  openTab(): Promise<{ page: Page; form: CandleForm }>
}

/** `storage: false`: a frame in which the browser's storage throws when it is touched. */
export async function openForm(
  env: Environment,
  browser: Browser,
  name: string,
  { storage = true } = {},
): Promise<OpenForm> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  if (!storage) await context.addInitScript(denyStorage)
  const candle = env.recordCandle(name)
  // A page that is closed takes its answers with it.
  context.on('response', response => void note(candle, response).catch(() => undefined))
  env.onClose(() => context.close())
  const openTab = async () => {
    const page = await context.newPage()
    const form = new CandleForm(page, env.product.url)
    await form.visit(page)
    return { page, form }
  }
  const first = await openTab()
  await first.form.fillWords(name, 'За здоров’я', 'visitor@example.org')
  return { ...first, context, candle, openTab }
}

function denyStorage(): void {
  for (const kind of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, kind, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}

async function note(candle: Candle, response: Response): Promise<void> {
  const { pathname } = new URL(response.url())
  if ((await response.headerValue('set-cookie')) !== null) candle.cookies.push(pathname)
  if (pathname === createPaymentIntentPath) {
    const answer = await response.json().catch(() => ({}))
    const secret: unknown = Object(answer).client_secret
    if (typeof secret === 'string') candle.intents.push(paymentIntentIdOf(secret))
  }
  if (pathname === candleOrdersPath) {
    const answer = await response.json().catch(() => ({}))
    const key = response.request().headers()[idempotencyKeyHeader]
    if (Object(answer).success === true && key) candle.confirmedKeys.push(key)
  }
}
