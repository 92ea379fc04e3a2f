import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildAll } from './build'
import { type Section, writeRow } from './figure'
import { firstLoad } from './first-load'
import { firstSeconds } from './first-seconds'
import { growth } from './growth'
import { idlePage } from './idle-page'
import { server } from './server'
import { templeList } from './temple-list'

// npm run bench                   everything, about twenty minutes on two slow cores
// npm run bench -- server growth  only these sections

const sections: Record<string, Section> = {
  'first-load': firstLoad,
  'first-seconds': firstSeconds,
  'idle-page': idlePage,
  server,
  growth,
  'temple-list': templeList,
}
const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter(name => !(name in sections))
if (unknown.length > 0) {
  console.error(`Unknown section ${unknown.join(', ')}. Type: ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}

await buildAll()
const rows: string[] = []
for (const [name, section] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const startedAt = performance.now()
  console.log(`\n${name}: ${section.note}`)
  const measured = (await section.measure()).map(writeRow)
  console.log(measured.join('\n'))
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
  rows.push(...measured)
}
updateReadme()

/** Replaces the rows of the README's table that were measured. */
function updateReadme(): void {
  const nameOf = (row: string) => row.split(' | ')[0]
  const lines = readFileSync('README.md', 'utf8').split('\n')
  const updated = lines.map(line => rows.find(row => nameOf(row) === nameOf(line)) ?? line)
  writeFileSync('README.md', updated.join('\n'))
}
