import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as v from 'valibot'
import { findChromium } from '../../scripts/programs'
import { type Figure, ours, summarize } from '../figure'
import { makeFolder, startOurs } from '../programs/start-ours'
import type { Section } from './section'

const ReportSchema = v.object({
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.number() })),
  audits: v.record(
    v.string(),
    v.object({ score: v.nullable(v.number()), scoreDisplayMode: v.string() }),
  ),
})
type Report = v.InferOutput<typeof ReportSchema>

const runs = 3

/** Lighthouse's four figures of the page with the card sandbox, as `npm start` serves it. */
export const lighthouse: Section = {
  title: 'Lighthouse',
  note: 'Lighthouse 12, mobile, simulated throttling, median of three runs.',
  async measure() {
    const product = await startOurs()
    try {
      const reports = Array.from({ length: runs }, () => audit(product.server.url))
      for (const id of findFailedAudits(reports)) console.log(`  below its best: ${id}`)
      return Object.keys(reports[0]?.categories ?? {}).map(id => toFigure(id, reports))
    } finally {
      await product.stop()
    }
  },
}

function audit(url: string): Report {
  const report = join(makeFolder(), 'report.json')
  const program = createRequire(import.meta.url).resolve('lighthouse/cli/index.js')
  const flags = ['--output=json', `--output-path=${report}`, '--quiet']
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  execFileSync(process.execPath, [program, url, ...flags, chrome], {
    env: { ...process.env, CHROME_PATH: findChromium() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return v.parse(ReportSchema, JSON.parse(readFileSync(report, 'utf8')))
}

function toFigure(id: string, reports: Report[]): Figure {
  const scores = reports.map(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100))
  return {
    name: reports[0]?.categories[id]?.title ?? id,
    unit: 'points',
    samples: [summarize(ours, scores)],
    budget: { atLeast: 100 },
  }
}

function findFailedAudits(reports: Report[]): string[] {
  const failed = reports.flatMap(({ audits }) =>
    Object.entries(audits)
      .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
      .map(([id]) => id),
  )
  return [...new Set(failed)]
}
