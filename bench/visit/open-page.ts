import type { Browser, CDPSession, Page } from 'playwright-core'
import { type Network, phone, throttle } from './mobile-preset'

const emptyScript = Buffer.from('window.Stripe = undefined').toString('base64')

/** Opens a throttled page without anything in its cache, and closes it after the work. */
export async function withFreshPage<T>(
  browser: Browser,
  work: (page: Page, session: CDPSession) => Promise<T>,
  network?: Network,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: phone.width, height: phone.height },
    deviceScaleFactor: phone.scale,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  try {
    // The runner names functions for its stack traces by this call, which the page does not know.
    await page.addInitScript('globalThis.__name = named => named')
    const session = await throttle(page, network)
    await keepCardCompanyOut(session)
    return await work(page, session)
  } finally {
    await context.close()
  }
}

/** The payment provider's script is not ours to measure: each page gets an empty one, in no time. */
async function keepCardCompanyOut(session: CDPSession): Promise<void> {
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://js.stripe.com/*' }] })
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, body: emptyScript })
      .catch(() => undefined)
  })
}
