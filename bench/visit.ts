import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium'

// A visit with a mid-range phone: a processor four times slower, an empty cache, a slow network.

/**
 * Lighthouse's mobile preset: 150 ms round trip, 1.6 Mbit/s, with its own factors for the connection
 * set-up that the browser's throttling lacks (github.com/GoogleChrome/lighthouse, docs/throttling.md).
 */
const mobile = {
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

/** "Slow 3G" of the browser's own tools. */
const slow3g = { latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 }

declare global {
  interface Window {
    /** When React hydrated the first field, ms since navigation. */
    takenOver?: number
    typedAt?: number[]
    notePaint?(at: number): void
  }
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** Opens a throttled page with an empty cache, and closes it after the work. */
async function withFreshPage<T>(
  browser: Browser,
  network: typeof mobile,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await replaceCardScript(session)
    return await work(page, session)
  } finally {
    await context.close()
  }
}

/** The provider's script is replaced by an empty one: it is not measured. */
async function replaceCardScript(session: CDPSession): Promise<void> {
  const body = Buffer.from('window.Stripe = undefined').toString('base64')
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://js.stripe.com/*' }] })
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, body })
      .catch(() => undefined)
  })
}

export function visitPage(browser: Browser, url: string) {
  return withFreshPage(browser, mobile, async (page, session) => {
    let startedAt: number | undefined
    const sentAt: number[] = []
    session.on('Network.requestWillBeSent', ({ timestamp, request }) => {
      startedAt ??= timestamp
      if (request.url.startsWith(url)) sentAt.push((timestamp - startedAt) * 1000)
    })
    await page.addInitScript(watchTakeOver)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await sleep(1_000)
    const [firstPaint = Number.NaN, takenOver = Number.NaN] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      window.takenOver,
    ])
    const requestsToTakeOver = sentAt.filter(at => at <= takenOver).length
    /** `requests`: until the network is idle. */
    return { firstPaint, takenOver, requestsToTakeOver, requests: sentAt.length }
  })
}

/** Runs in the page: React keeps the handlers of an element in a property of it, once it has them. */
function watchTakeOver(): void {
  const field = document.querySelector('[name=forWhom]')
  if (field && Object.keys(field).some(key => key.startsWith('__reactProps')))
    window.takenOver = performance.now()
  else requestAnimationFrame(watchTakeOver)
}

/**
 * When the first field accepts and keeps typed text, ms since navigation. A key is pressed every
 * 20 ms from the start; lost keys do not count.
 */
export function measureTyping(browser: Browser, url: string): Promise<number> {
  return withFreshPage(browser, mobile, async (page, session) => {
    await page.addInitScript(watchTyping)
    const press = { type: 'keyDown', text: 'a', key: 'a' } as const
    const keys = setInterval(() => {
      session.send('Input.dispatchKeyEvent', press).catch(() => undefined)
    }, 20)
    await page.goto(url, { waitUntil: 'load' })
    // Our script has started before the load event: what it would lose is lost by now.
    await sleep(1_000)
    clearInterval(keys)
    await sleep(100)
    const [times, kept] = await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('[name=forWhom]')
      return [window.typedAt ?? [], field?.value.length ?? 0] as const
    })
    const first = times[times.length - kept]
    if (first === undefined) throw new Error(`${url} accepts no typing.`)
    return first
  })
}

/** Runs in the page: the field is focused as soon as it exists. */
function watchTyping(): void {
  const times: number[] = []
  window.typedAt = times
  const focus = () => {
    const field = document.querySelector<HTMLInputElement>('[name=forWhom]')
    if (document.activeElement !== field) field?.focus()
    requestAnimationFrame(focus)
  }
  requestAnimationFrame(focus)
  document.addEventListener('input', () => times.push(performance.now()), true)
}

/** When the form in a frame of the page is painted, ms since the navigation to the page. */
export function measureFrame(browser: Browser, url: string): Promise<number> {
  return withFreshPage(browser, mobile, async page => {
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const [host, form] = await Promise.all(
      page.frames().map(frame =>
        frame.evaluate(() => ({
          openedAt: performance.timeOrigin,
          painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        })),
      ),
    )
    if (!host || !form?.painted) throw new Error(`${url} shows no form.`)
    return form.openedAt + form.painted - host.openedAt
  })
}

/** From the first paint until an order without a donation has left, Slow 3G, ms. */
export function measureOrder(browser: Browser, url: string): Promise<number> {
  return withFreshPage(browser, slow3g, async (page, session) => {
    const painted = new Promise<number>(resolve => page.exposeFunction('notePaint', resolve))
    const sent = new Promise<number>(resolve =>
      session.on('Network.requestWillBeSent', ({ request, wallTime }) => {
        if (request.method === 'POST') resolve(wallTime * 1000)
      }),
    )
    await page.addInitScript(orderAtOnce)
    await page.goto(url, { waitUntil: 'commit' })
    const late = sleep(60_000, undefined, { ref: false }).then(() => {
      throw new Error(`${url} sends no order.`)
    })
    const [paintedAt, sentAt] = await Promise.race([Promise.all([painted, sent]), late])
    return sentAt - paintedAt
  })
}

/** Runs in the page, from the first paint on: an invisible button cannot be pressed. */
function orderAtOnce(): void {
  let isSent = false
  document.addEventListener('submit', () => {
    isSent = true
  })
  new PerformanceObserver(list => {
    const first = list.getEntriesByName('first-contentful-paint')[0]
    if (!first) return
    window.notePaint?.(performance.timeOrigin + first.startTime)
    attempt()
  }).observe({ type: 'paint', buffered: true })

  function attempt(): void {
    if (isSent) return
    document.querySelector<HTMLElement>('[name=donationEnabled]:checked')?.click()
    for (const name of ['forWhom', 'purpose']) fill(name)
    const button = document.querySelector<HTMLElement>('[name=order]')
    if (button?.offsetParent) button.click()
    requestAnimationFrame(attempt)
  }

  /** As typing does: React reads a value through the setter of the element's own class. */
  function fill(name: string): void {
    const field = document.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field?.value !== '') return
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, 'Марія')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
