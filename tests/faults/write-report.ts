import { readFileSync, writeFileSync } from 'node:fs'
import type { RowResult } from './run-row'

const file = 'docs/faults.md'
const begin = '<!-- matrix: written by `npm run faults -- --write` -->'
const end = '<!-- end of matrix -->'

/** Writes the table of results into its place in docs/faults.md. */
export function writeReport(results: RowResult[]): void {
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.split(end)[1] ?? ''
  const table = [
    '| # | Where | Fault | What must happen | Result |',
    '|---|---|---|---|---|',
    ...results.map(toLine),
  ].join('\n')
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`)
}

function toLine({ row, failure }: RowResult): string {
  const result = failure === null ? 'holds' : '**broken**'
  return `| ${row.number} | ${row.where} | ${row.fault} | ${row.must} | ${result} |`
}
