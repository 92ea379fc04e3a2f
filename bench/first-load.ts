import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { findChromium } from '../scripts/find-chromium'
import { listScripts, measureKb } from './build'
import type { Figure, Section } from './figure'
import { makeFolder, startProduct } from './programs'

/** Bytes before the first interaction, and the lowest of Lighthouse's four scores. */
export const firstLoad: Section = {
  note: 'Scripts by gzip -9; Lighthouse 12, mobile.',
  async measure() {
    const page = readFileSync('dist/web/documents/uk.html', 'utf8')
    const linked = page.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)
    const scripts = new Set([...linked].map(([, file = '']) => join('dist/web', file)))
    return [
      {
        name: 'JavaScript before the first interaction',
        unit: 'kB',
        own: measureKb([...scripts]),
        others: {
          'empty React': measureKb(listScripts('empty-react')),
          'usual libraries': measureKb(listScripts('baseline')),
        },
        budget: { atMost: 1.18, times: 'empty React' },
      },
      await audit(),
    ]
  },
}

const ReportSchema = v.object({
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.number() })),
})

async function audit(): Promise<Figure> {
  const product = await startProduct()
  const file = join(makeFolder(), 'report.json')
  const program = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
  const flags = ['--output=json', `--output-path=${file}`, '--quiet']
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  try {
    execFileSync(process.execPath, [program, product.server.url, ...flags, chrome], {
      env: { ...process.env, CHROME_PATH: findChromium() },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } finally {
    await product.stop()
  }
  const { categories } = v.parse(ReportSchema, JSON.parse(readFileSync(file, 'utf8')))
  const scores = Object.values(categories)
  for (const { title, score } of scores) console.log(`${Math.round(score * 100)}  ${title}`)
  return {
    name: 'Lighthouse, the lowest of four scores',
    unit: 'points',
    own: Math.round(Math.min(...scores.map(({ score }) => score)) * 100),
    budget: { atLeast: 100 },
  }
}
