import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sections } from '../sections/sections'
import { drawChart } from './draw-chart'
import { type Result, readResult, resultsFolder } from './results'
import { writeHeadlines, writeTables } from './write-tables'

/** Between these the README keeps the main figures. */
export const figuresMark = /(<!-- figures -->\n)[\s\S]*?(\n<!-- \/figures -->)/

/** Redraws the chart, the tables and the README's own table from what is in `bench/results/`. */
export function writeFigures(): void {
  const results = readResults()
  writeFileSync(join(resultsFolder, 'chart.svg'), drawChart(results))
  writeFileSync(join(resultsFolder, 'README.md'), writeTables(results))
  const readme = readFileSync('README.md', 'utf8')
  const headlines = writeHeadlines(results)
  writeFileSync(
    'README.md',
    readme.replace(figuresMark, (_, begin, end) => begin + headlines + end),
  )
}

/** Whatever was measured so far, in the order of the sections. */
export function readResults(): Result[] {
  return Object.keys(sections).flatMap(name => readResult(name) ?? [])
}
