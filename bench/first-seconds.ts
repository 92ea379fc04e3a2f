import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { pageFolder } from './build'
import { type Figure, inTurn, ours, type Section, summarize } from './figure'
import { makeFolder, startBare, startProduct } from './programs'
import {
  measureFrame,
  measureOrder,
  measureTyping,
  openBrowser,
  type Visit,
  visitPage,
} from './visit'

interface Page {
  who: string
  url: string
  stop(): Promise<void>
}

const staticPage = 'same HTML, static'
const usual = 'usual libraries'
const plainFrame = 'plain iframe'

/** The page as with the real payment provider, without the provider's script. */
const liveKeys = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  LOG_LEVEL: 'silent',
}

/** Timings of a mid-range phone on a slow network. */
export const firstSeconds: Section = {
  note: 'Chromium, a processor four times slower, an empty cache, the mobile preset of Lighthouse (the order: Slow 3G), the candidates in turn.',
  async measure(isQuick) {
    const visits = isQuick ? 1 : 7
    const product = await startProduct({ env: liveKeys })
    const { url } = product.server
    const pages: Page[] = [
      { who: ours, url, stop: product.stop },
      await serve(staticPage, pageFolder('static')),
      await serve(usual, pageFolder('baseline')),
      await serve('empty page', pageFolder('empty')),
    ]
    const hosts = [await serveHost(ours, asTag(url)), await serveHost(plainFrame, frameOf(url))]
    const forms = pages.filter(({ who }) => who === ours || who === usual)
    const browser = await openBrowser()
    try {
      const measure = <T>(some: Page[], visit: (browser: Browser, url: string) => Promise<T>) =>
        inTurn(
          visits,
          Object.fromEntries(some.map(({ who, url }) => [who, () => visit(browser, url)])),
        )
      const seen = await measure(pages, visitPage)
      const typing = await measure(pages, measureTyping)
      const orders = await measure(forms, measureOrder)
      const embedded = await measure(hosts, measureFrame)
      return describe(seen, typing, orders, embedded)
    } finally {
      await browser.close()
      for (const { stop } of [...pages, ...hosts]) await stop()
    }
  },
}

type Seen<T> = Record<string, T[]>

function describe(
  visits: Seen<Visit>,
  typing: Seen<number>,
  orders: Seen<number>,
  embedded: Seen<number>,
): Figure[] {
  const summary = (seen: Seen<number>) =>
    Object.entries(seen).map(([who, runs]) => summarize(who, runs))
  const sample = (read: (visit: Visit) => number | null) =>
    Object.entries(visits).flatMap(([who, all]) => {
      const values = all.map(read).filter(value => value !== null)
      return values.length > 0 ? [summarize(who, values)] : []
    })
  const own = (read: (visit: Visit) => number) => sample(read).slice(0, 1)
  return [
    {
      name: 'First paint on a slow phone',
      unit: 'ms',
      samples: sample(visit => visit.firstPaint),
      budget: { atMost: 1.05, times: staticPage },
      isHeadline: true,
    },
    {
      name: 'Typing works on a slow phone',
      unit: 'ms',
      samples: summary(typing),
      budget: { atMost: 1.05, times: staticPage },
      isHeadline: true,
    },
    {
      name: 'The script has taken over',
      unit: 'ms',
      samples: sample(visit => visit.takenOver),
      budget: { atMost: 0.65, times: usual },
      isHeadline: true,
    },
    {
      name: 'Free order sent after the first paint, Slow 3G',
      unit: 'ms',
      samples: summary(orders),
      budget: { atMost: 100 },
      isHeadline: true,
    },
    {
      name: 'Form painted inside a host page',
      unit: 'ms',
      samples: summary(embedded),
      budget: { atMost: 1.05, times: plainFrame },
    },
    {
      name: 'Layout shift',
      unit: 'points',
      samples: own(visit => visit.layoutShift),
      budget: { atMost: 0 },
    },
    {
      name: 'Requests until the script has taken over',
      unit: 'requests',
      samples: own(visit => visit.requestsToTakeOver),
      budget: { atMost: 3 },
    },
    {
      name: 'Requests until the page is quiet',
      unit: 'requests',
      samples: sample(visit => visit.requests),
      budget: { atMost: 6 },
    },
  ]
}

async function serve(who: string, folder: string): Promise<Page> {
  const { url, stop } = await startBare('serve-folder', folder)
  return { who, url, stop }
}

// As docs/embedding.md has it.
const frameOf = (url: string) =>
  `<iframe src="${url}/?lang=uk" title="Замовити свічку в храмі" allow="payment" style="display:block;width:100%;height:900px;border:0;color-scheme:light"></iframe>`
const asTag = (url: string) =>
  `<svichka-candle>${frameOf(url)}</svichka-candle><script async src="${url}/embed.js"></script>`

function serveHost(who: string, paste: string): Promise<Page> {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Парафія</title></head><body>${paste}</body></html>`,
  )
  return serve(who, folder)
}
