import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { slow3g } from './mobile-preset'
import { withFreshPage } from './open-page'

const longestMs = 60_000

/**
 * How long after the first paint an impatient visitor on Slow 3G has sent an order without a
 * donation, ms: unchecks the donation, fills both fields and presses, as soon as the page lets them.
 */
export function measureOrder(browser: Browser, url: string): Promise<number> {
  return withFreshPage(
    browser,
    async (page, session) => {
      let paintedAt: number | undefined
      let sentAt: number | undefined
      await page.exposeFunction('notePaint', (at: number) => {
        paintedAt ??= at
      })
      session.on('Network.requestWillBeSent', ({ request, wallTime }) => {
        if (request.method === 'POST') sentAt ??= wallTime * 1000
      })
      await page.addInitScript(orderAtOnce)
      await page.goto(url, { waitUntil: 'commit' })
      const giveUpAt = Date.now() + longestMs
      while (sentAt === undefined || paintedAt === undefined) {
        if (Date.now() > giveUpAt) throw new Error(`${url} takes no order.`)
        await pause(20)
      }
      return sentAt - paintedAt
    },
    slow3g,
  )
}

declare global {
  interface Window {
    notePaint?(at: number): void
  }
}

/** Runs in the page: begins with the first paint, because nobody presses what is not there. */
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
    const donation = document.querySelector<HTMLElement>('[name=donationEnabled], #donationEnabled')
    if (donation?.matches(':checked, [aria-checked=true]')) donation.click()
    for (const name of ['forWhom', 'purpose']) fill(name)
    const button = [...document.querySelectorAll<HTMLElement>('[name=order], form [type=submit]')]
    button.find(one => one.offsetParent !== null)?.click()
    requestAnimationFrame(attempt)
  }

  /** As typing does it: React hears of a value by the setter of the element's own class. */
  function fill(name: string): void {
    const field = document.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field?.value !== '') return
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, 'Марія')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
