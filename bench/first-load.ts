import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import * as v from 'valibot'
import { findChromium } from '../scripts/find-chromium'
import { listScripts, measureKb } from './build'
import type { Figure, Section } from './figure'
import { makeFolder, startProduct } from './programs'

/** Bytes before the first interaction, and Lighthouse's scores. */
export const firstLoad: Section = {
  note: 'HTML with its inline styles by brotli, scripts by gzip -9; Lighthouse 12, mobile.',
  async measure() {
    const page = readFileSync('dist/web/documents/uk.html')
    const linked = page.toString().matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)
    const scripts = new Set([...linked].map(([, file = '']) => join('dist/web', file)))
    return [
      {
        name: 'HTML and styles, compressed',
        unit: 'kB',
        own: brotliCompressSync(page).length / 1000,
        budget: { atMost: 5.5 },
      },
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
      ...(await audit()),
    ]
  },
}

const ReportSchema = v.object({
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.number() })),
})

async function audit(): Promise<Figure[]> {
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
  return Object.values(categories).map(({ title, score }) => ({
    name: `Lighthouse: ${title}`,
    unit: 'points',
    own: Math.round(score * 100),
    budget: { atLeast: 100 },
  }))
}
