import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium'
import { startWebKit } from '../tests/engines/webkit'
import { type Figure, median, type Section } from './figure'
import { startServer } from './programs'

/** The candle has burnt down by then, ms. */
const restMs = 15_000
const measuredMs = 10_000

/** What a page costs that nobody touches, above the same page with reduced motion. */
export const idlePage: Section = {
  note: 'Processor time of all processes of the browser in 10 s, 15 s after the load, 390 px; without motion beside it.',
  async measure() {
    const server = await startServer({})
    try {
      return [
        await compareMotion('Chromium', moves => restInChromium(server.url, moves)),
        await compareMotion('WebKit', moves => restInWebKit(server.url, moves)),
      ]
    } finally {
      await server.stop()
    }
  },
}

type Rest = (moves: boolean) => Promise<number>

async function compareMotion(name: string, rest: Rest): Promise<Figure> {
  const runs: [number, number][] = []
  for (const _ of [1, 2, 3]) runs.push([await rest(true), await rest(false)])
  return {
    name: `An idle page in ${name}, above one without motion`,
    unit: '% of a core',
    own: Math.max(0, median(runs.map(([moving, still]) => moving - still))),
    others: { 'without motion': median(runs.map(([, still]) => still)) },
    budget: { atMost: 0.5 },
  }
}

async function restInChromium(url: string, moves: boolean): Promise<number> {
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const browser = await chromium.connect(server.wsEndpoint())
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: moves ? 'no-preference' : 'reduce',
  })
  await page.goto(url)
  const used = await measureRest(server.process().pid ?? 0)
  await server.close()
  return used
}

async function restInWebKit(url: string, moves: boolean): Promise<number> {
  const { driver, pid, end } = await startWebKit([], moves)
  await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 })
  await driver.get(url)
  const used = await measureRest(pid)
  await end()
  return used
}

/** In % of a core. */
async function measureRest(pid: number): Promise<number> {
  await sleep(restMs)
  const before = cpuMsOf(pid)
  await sleep(measuredMs)
  return ((cpuMsOf(pid) - before) / measuredMs) * 100
}

/** Of the process and all below it, in ms. */
function cpuMsOf(root: number): number {
  const processes = readdirSync('/proc').flatMap(pid => {
    try {
      const fields =
        readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ') ?? []
      // In ticks of 10 ms (proc(5)).
      return [
        {
          pid: Number(pid),
          parent: Number(fields[1]),
          ms: (Number(fields[11]) + Number(fields[12])) * 10,
        },
      ]
    } catch {
      return []
    }
  })
  const family = new Set([root])
  for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  return processes.reduce((sum, { pid, ms }) => sum + (family.has(pid) ? ms : 0), 0)
}
