import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { built } from '../build'
import { type Figure, ours, summarize } from '../figure'
import { makeFolder } from '../programs/start-ours'
import { startProgram } from '../programs/start-program'
import { measureOrder } from '../visit/measure-order'
import { withFreshPage } from '../visit/open-page'
import { type Candidate, openBrowser, startCandidates } from './painting'
import type { Section } from './section'

/** How soon the form can be used, alone on a very slow network and inside another page. */
export const firstUse: Section = {
  title: 'First use',
  note: 'A processor four times slower, an empty cache for each visit, the candidates in turn. The order: Slow 3G (400 kbit/s, 2 s for each request), from the first paint until the request leaves. The host page: the mobile preset of Lighthouse.',
  async measure({ visits }) {
    const candidates = await startCandidates()
    const product = candidates[0]?.url ?? ''
    const hosts = [
      await startHost(ours, asTag(product)),
      await startHost('plain iframe', frameOf(product)),
    ]
    const browser = await openBrowser()
    try {
      const forms = candidates.filter(({ who }) => who === ours || who === 'baseline')
      const orders = await inTurn(forms, visits, url => measureOrder(browser, url))
      const frames = await inTurn(hosts, visits, url => measureFrame(browser, url))
      return [
        toFigure('A free order is sent after the first paint', orders, { atMost: 100 }),
        toFigure('Painted inside a host page', frames, { atMost: 1.05, times: 'plain iframe' }),
      ]
    } finally {
      await browser.close()
      for (const { stop } of [...candidates, ...hosts]) await stop()
    }
  },
}

type Seen = { who: string; times: number[] }[]

/** In turn, so that a busy minute of the machine falls on all of them; the first visit warms up. */
async function inTurn(
  candidates: Candidate[],
  visits: number,
  measure: (url: string) => Promise<number>,
): Promise<Seen> {
  const seen = candidates.map(({ who }) => ({ who, times: [] as number[] }))
  for (let visit = 0; visit <= visits; visit += 1)
    for (const [place, { url }] of candidates.entries()) {
      const time = await measure(url)
      if (visit > 0) seen[place]?.times.push(time)
    }
  return seen
}

function toFigure(name: string, seen: Seen, budget: NonNullable<Figure['budget']>): Figure {
  const samples = seen.map(({ who, times }) => summarize(who, times))
  return { name, unit: 'ms', samples, budget }
}

// As docs/embedding.md has it.
const frameOf = (url: string) =>
  `<iframe src="${url}/?lang=uk" title="Замовити свічку в храмі" allow="payment" style="display:block;width:100%;height:900px;border:0;color-scheme:light"></iframe>`
const asTag = (url: string) =>
  `<svichka-candle>${frameOf(url)}</svichka-candle><script async src="${url}/embed.js"></script>`

async function startHost(who: string, paste: string): Promise<Candidate> {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Парафія</title></head><body><h1>Наша парафія</h1>${paste}</body></html>`,
  )
  const program = join(built, 'programs/serve-folder.js')
  const { url, stop } = await startProgram(program, { args: [folder] })
  return { who, url, stop }
}

/** When the form inside the frame is painted, ms since the host page was asked for. */
function measureFrame(browser: Browser, url: string): Promise<number> {
  return withFreshPage(browser, async page => {
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
