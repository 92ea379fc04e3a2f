import { readFileSync, writeFileSync } from 'node:fs'
import type { Verdict } from './run-row'

const file = 'docs/faults.md'
const begin = '<!-- matrix: written by `npm run faults -- --write` -->'
const end = '<!-- end of matrix -->'

/** Writes the table of verdicts into its place in docs/faults.md. */
export function writeReport(verdicts: Verdict[]): void {
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.split(end)[1] ?? ''
  const table = [
    '| # | Where | Fault | What must happen | Verdict |',
    '|---|---|---|---|---|',
    ...verdicts.map(toLine),
  ].join('\n')
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`)
}

function toLine({ row, failure }: Verdict): string {
  const verdict = failure === null ? 'holds' : '**broken**'
  return `| ${row.number} | ${row.where} | ${row.fault} | ${row.must} | ${verdict} |`
}
