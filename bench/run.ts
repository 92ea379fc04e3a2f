import { buildAll } from './build'
import { describeMachine } from './machine'
import { printResult } from './report/print-result'
import { describeResult, type SectionName, saveResult, sectionNames } from './report/results'
import { writeFigures } from './report/write-figures'
import { quick, thorough } from './sections/section'
import { sections } from './sections/sections'

// npm run bench                      everything, about a quarter of an hour
// npm run bench -- serving growth    only these sections
// npm run bench -- --quick           to see that it works; nothing is kept

const words = process.argv.slice(2).filter(word => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const unknown = words.filter(word => !sectionNames.some(name => name === word))

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Sections: ${sectionNames.join(', ')}.`)
  process.exitCode = 1
} else {
  await buildAll()
  for (const name of sectionNames) if (words.length === 0 || words.includes(name)) await run(name)
  if (!isQuick) writeFigures()
}

async function run(name: SectionName): Promise<void> {
  const section = sections[name]
  console.log(`\nMeasuring: ${section.title} …`)
  const machine = describeMachine()
  const figures = await section.measure(isQuick ? quick : thorough)
  const result = describeResult(section, machine, figures)
  printResult(result)
  if (!isQuick) saveResult(name, result)
}
