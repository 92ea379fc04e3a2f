import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawChart } from './draw-chart'
import { readResults, resultsFolder } from './results'
import { writeHeadlines, writeTables } from './write-tables'

/** Between these the README keeps the main figures. */
const figuresMark = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/

/** Redraws the chart, the tables and the README's own table from what is in `bench/results/`. */
export function writeFigures(): void {
  const results = readResults()
  writeFileSync(join(resultsFolder, 'chart.svg'), drawChart(results))
  writeFileSync(join(resultsFolder, 'README.md'), writeTables(results))
  writeFileSync('README.md', putFigures(readFileSync('README.md', 'utf8'), writeHeadlines(results)))
}

/** The README with this table of main figures. */
function putFigures(readme: string, headlines: string): string {
  return readme.replace(figuresMark, (_, begin, end) => `${begin}${headlines}\n${end}`)
}
