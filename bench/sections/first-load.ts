import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { built } from '../build'
import { exactly, type Figure, ours } from '../figure'
import type { Section } from './section'

/** What must cross the wire before a visitor can do anything. Exact: it does not vary. */
export const firstLoad: Section = {
  title: 'First load',
  note: 'Sizes of the built files: HTML with its inline styles by brotli, scripts by gzip -9, as the budget is written.',
  async measure() {
    const page = readFileSync('dist/web/pages/uk.html')
    const baseline = join(built, 'baseline')
    const baselinePage = readFileSync(join(baseline, 'index.html'))
    return [
      {
        name: 'HTML and styles',
        unit: 'kB',
        samples: [
          exactly(ours, kilobytes(brotliCompressSync(page))),
          exactly(
            'baseline',
            kilobytes(brotliCompressSync(baselinePage)) +
              sum(baseline, findFiles(baselinePage, /href="(\/[^"]+\.css)"/g)),
          ),
        ],
        budget: { atMost: 14 },
      },
      {
        name: 'JavaScript before the first interaction',
        unit: 'kB',
        samples: [
          exactly(
            ours,
            sum('dist/web', findFiles(page, /(?:modulepreload" href|module" src)="(\/[^"]+)"/g)),
          ),
          exactly('empty React', sum(join(built, 'empty-react'), findEntries('empty-react'))),
          exactly('baseline', sum(baseline, findFiles(baselinePage, /src="(\/[^"]+\.js)"/g))),
        ],
        budget: { atMost: 1.2, times: 'empty React' },
      },
    ] satisfies Figure[]
  },
}

/** What a page names in its head. */
function findFiles(page: Buffer, pattern: RegExp): string[] {
  return [...page.toString().matchAll(pattern)].map(match => match[1] ?? '')
}

function findEntries(name: string): string[] {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(built, name, '.vite/manifest.json'), 'utf8'),
  )
  return Object.values(manifest).map(({ file }) => file)
}

function sum(folder: string, files: string[]): number {
  return files
    .map(file => kilobytes(gzipSync(readFileSync(join(folder, file)), { level: 9 })))
    .reduce((total, size) => total + size, 0)
}

function kilobytes({ length }: Buffer): number {
  return length / 1000
}
