import { buildAll } from './build'
import { describeMachine } from './machine'
import { printResult } from './report/print-result'
import { describeResult, saveResult } from './report/results'
import { writeFigures } from './report/write-figures'
import { quick, type Section, thorough } from './sections/section'
import { sections } from './sections/sections'

// npm run bench                      everything, about a quarter of an hour
// npm run bench -- serving growth    only these sections
// npm run bench -- --quick           to see that it works; nothing is kept

const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const unknown = wanted.filter(name => !(name in sections))

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}.`)
  process.exitCode = 1
} else {
  await buildAll()
  for (const [name, section] of Object.entries(sections))
    if (wanted.length === 0 || wanted.includes(name)) await run(name, section)
  if (!isQuick) writeFigures()
}

async function run(name: string, section: Section): Promise<void> {
  const machine = describeMachine()
  const figures = await section.measure(isQuick ? quick : thorough)
  const result = describeResult(section, machine, figures)
  printResult(result)
  if (!isQuick) saveResult(name, result)
}
