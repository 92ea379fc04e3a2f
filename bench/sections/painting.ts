import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/programs'
import { built } from '../build'
import { type Figure, ours, summarize, type Unit } from '../figure'
import { type Ours, startOurs } from '../programs/start-ours'
import { type Program, startProgram } from '../programs/start-program'
import { startBaseline } from '../serve/start-bare'
import { measureTyping } from '../visit/measure-typing'
import { measureVisit } from '../visit/measure-visit'
import type { Visit } from '../visit/visit'
import type { Pace, Section } from './section'

export interface Candidate {
  who: string
  url: string
  stop(): Promise<void>
}

interface Seen {
  who: string
  visits: Visit[]
  typing: number[]
}

/** What a visitor with a middling phone on a slow network sees. */
export const painting: Section = {
  title: 'The first seconds',
  note: 'Chromium with the mobile preset of Lighthouse (150 ms, 1.6 Mbit/s, processor four times slower), an empty cache for each visit, the candidates in turn.',
  async measure(pace) {
    const candidates = await startCandidates()
    const browser = await openBrowser()
    try {
      return draw(await visitAll(browser, candidates, pace))
    } finally {
      await browser.close()
      for (const { stop } of candidates) await stop()
    }
  },
}

/** Keys of nobody: the page is wired as for the real payment provider, whose script is left out. */
const strangersKeys = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  LOG_LEVEL: 'silent',
}

export async function startCandidates(): Promise<Candidate[]> {
  const folder = (name: string) =>
    startProgram(join(built, 'programs/serve-folder.js'), { args: [join(built, name)] })
  const product: Ours = await startOurs({ env: strangersKeys })
  return [
    { who: ours, url: product.server.url, stop: product.stop },
    toCandidate('bare page', await folder('bare-page')),
    toCandidate('ours by script', await folder('by-script')),
    toCandidate('baseline', await startBaseline()),
  ]
}

function toCandidate(who: string, { url, stop }: Program): Candidate {
  return { who, url, stop }
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** In turn, so that a busy minute of the machine falls on all of them. */
async function visitAll(browser: Browser, candidates: Candidate[], pace: Pace): Promise<Seen[]> {
  const seen = candidates.map(({ who }): Seen => ({ who, visits: [], typing: [] }))
  for (const { url } of candidates) await measureVisit(browser, url)
  for (let visit = 0; visit < pace.visits; visit++)
    for (const [place, { url }] of candidates.entries()) {
      seen[place]?.visits.push(await measureVisit(browser, url))
      seen[place]?.typing.push(await measureTyping(browser, url))
    }
  return seen
}

function draw(seen: Seen[]): Figure[] {
  const figure = (name: string, unit: Unit, read: (visit: Visit) => number): Figure => ({
    name,
    unit,
    samples: seen.map(({ who, visits }) => summarize(who, visits.map(read))),
  })
  const besideBare = { atMost: 1.1, times: 'bare page' }
  return [
    { ...figure('First paint', 'ms', visit => visit.firstPaint), budget: besideBare },
    figure('Largest paint', 'ms', visit => visit.largestPaint),
    {
      name: 'Typing is taken and kept',
      unit: 'ms',
      samples: seen.map(({ who, typing }) => summarize(who, typing)),
      budget: besideBare,
    },
    {
      name: 'The script has taken over',
      unit: 'ms',
      samples: seen.flatMap(({ who, visits }) => {
        const times = visits.flatMap(({ takenOver }) => takenOver ?? [])
        return times.length > 0 ? [summarize(who, times)] : []
      }),
      budget: { atMost: 0.7, times: 'baseline' },
    },
    figure('Blocked after the first paint', 'ms', visit => visit.blocking),
    { ...figure('Layout shift', 'points', visit => visit.layoutShift), budget: { atMost: 0 } },
    {
      ...figure('Requests until the form is painted', 'requests', visit => visit.requestsToPaint),
      budget: { atMost: 1 },
    },
    figure('All requests until the page is quiet', 'requests', visit => visit.requests),
    figure('All bytes until the page is quiet', 'kB', visit => visit.bytes / 1000),
  ]
}
