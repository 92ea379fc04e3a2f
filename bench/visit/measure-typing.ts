import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { withFreshPage } from './open-page'

declare global {
  interface Window {
    typedAt?: number[]
  }
}

const keyEveryMs = 20
const settledMs = 2_500

/**
 * How long a visitor waits until the first field takes what is typed and keeps it, in ms since
 * navigation. A key is pressed every 20 ms from the start; what is lost does not count.
 */
export function measureTyping(browser: Browser, url: string): Promise<number> {
  return withFreshPage(browser, async (page, session) => {
    await page.addInitScript(watchTyping)
    const keys = setInterval(() => pressKey(session), keyEveryMs)
    try {
      await page.goto(url, { waitUntil: 'load' })
      await page.waitForSelector('[name=forWhom]')
      await pause(settledMs)
    } finally {
      clearInterval(keys)
    }
    await pause(100)
    const { times, kept } = await page.evaluate(readTyping)
    const first = times[times.length - kept]
    if (first === undefined) throw new Error(`${url} takes no typing.`)
    return first
  })
}

function pressKey(session: CDPSession): void {
  session
    .send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', key: 'a' })
    .catch(() => undefined)
}

/** Runs in the page: the field is focused as soon as it is there, as an impatient visitor would. */
function watchTyping(): void {
  const times: number[] = []
  const find = () => document.querySelector<HTMLInputElement>('[name=forWhom]')
  const focus = () => {
    if (document.activeElement !== find()) find()?.focus()
    requestAnimationFrame(focus)
  }
  requestAnimationFrame(focus)
  document.addEventListener('input', () => times.push(performance.now()), true)
  window.typedAt = times
}

function readTyping(): { times: number[]; kept: number } {
  const field = document.querySelector<HTMLInputElement>('[name=forWhom]')
  return { times: window.typedAt ?? [], kept: field?.value.length ?? 0 }
}
