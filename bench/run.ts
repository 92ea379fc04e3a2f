import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './build'
import { type Figure, type Section, writeRow, writeTable } from './figure'
import { firstLoad } from './first-load'
import { firstSeconds } from './first-seconds'
import { growth } from './growth'
import { server } from './server'

// npm run bench                   everything, at most ten minutes on two cores
// npm run bench -- server growth  only these sections
// npm run bench -- --quick        a smoke test; writes nothing

const sections: Record<string, Section> = {
  'first-load': firstLoad,
  'first-seconds': firstSeconds,
  server,
  growth,
}
const results = join(import.meta.dirname, 'results.json')
const figuresMark = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/

const chosen = process.argv.slice(2).filter(word => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const unknown = chosen.filter(name => !(name in sections))
if (unknown.length > 0) {
  console.error(`Unknown section ${unknown.join(', ')}. Type: ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}

await buildAll()
const measured: Record<string, Figure[]> =
  existsSync(results) && !isQuick ? JSON.parse(readFileSync(results, 'utf8')).figures : {}
for (const [name, section] of Object.entries(sections)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}: ${section.note}`)
  measured[name] = await section.measure(isQuick)
  console.log(writeTable(measured[name].map(writeRow)))
}
if (!isQuick) save()

/** All figures go to results.json, those with a headline to the README, which keeps its other rows. */
function save(): void {
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`
  const load = Number((loadavg()[0] ?? 0).toFixed(2))
  const kept = { measuredAt: new Date().toISOString(), machine, load, figures: measured }
  writeFileSync(results, `${JSON.stringify(kept, roundNumber, 2)}\n`)
  const headlines = Object.keys(sections)
    .flatMap(name => measured[name] ?? [])
    .filter(figure => figure.isHeadline)
    .map(writeRow)
  const readme = readFileSync('README.md', 'utf8')
  const isWhole = chosen.length === 0
  const table = writeTable(isWhole ? headlines : replaceRows(readRows(readme), headlines))
  writeFileSync(
    'README.md',
    readme.replace(figuresMark, (_, begin, end) => begin + table + end),
  )
}

/** The rows of the README's table, as cells. */
function readRows(readme: string): string[][] {
  const [, , ...rows] = figuresMark.exec(readme)?.[0].match(/^\|.*\|$/gm) ?? []
  return rows.map(row => row.slice(2, -2).split(' | '))
}

function replaceRows(rows: string[][], fresh: string[][]): string[][] {
  const byName = new Map([...rows, ...fresh].map(row => [row[0], row]))
  return [...byName.values()]
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}
