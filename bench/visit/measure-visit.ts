import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { withFreshPage } from './open-page'
import type { Visit } from './visit'
import { type Painted, watchPaint } from './watch-paint'

const quietMs = 1_500

/** One visit, from a cold cache until nothing more happens. */
export function measureVisit(browser: Browser, url: string): Promise<Visit> {
  return withFreshPage(browser, async (page, session) => {
    const traffic = countTraffic(session)
    await page.addInitScript(watchPaint)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await pause(quietMs)
    const painted = await page.evaluate(() => window.painted)
    if (!painted) throw new Error(`${url} was not watched.`)
    return describe(painted, traffic)
  })
}

function describe(painted: Painted, { finishedAt, bytes }: Traffic): Visit {
  const { longTasks, ...times } = painted
  return {
    ...times,
    blocking: longTasks
      .filter(({ start }) => start >= times.firstPaint)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    requestsToPaint: finishedAt.filter(at => at <= times.firstPaint).length,
    requests: finishedAt.length,
    bytes: bytes(),
  }
}

interface Traffic {
  /** When each request was answered in full, ms since the first one was sent. */
  finishedAt: number[]
  bytes(): number
}

function countTraffic(session: CDPSession): Traffic {
  let startedAt: number | undefined
  let total = 0
  const finishedAt: number[] = []
  session.on('Network.requestWillBeSent', ({ timestamp }) => {
    startedAt ??= timestamp
  })
  session.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => {
    finishedAt.push((timestamp - (startedAt ?? timestamp)) * 1000)
    total += encodedDataLength
  })
  return { finishedAt, bytes: () => total }
}
