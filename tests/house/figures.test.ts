import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawChart } from '../../bench/report/draw-chart'
import { readResults } from '../../bench/report/results'
import { putFigures } from '../../bench/report/write-figures'
import { writeHeadlines, writeTables } from '../../bench/report/write-tables'

const results = readResults()
const read = (path: string) => readFileSync(path, 'utf8')

test('every figure of the README is the one that was measured', () => {
  expect(results.length).toBeGreaterThan(0)
  const readme = read('README.md')
  expect(putFigures(readme, writeHeadlines(results))).toBe(readme)
})

test('the chart and the tables show what was measured', () => {
  expect(read('bench/results/chart.svg')).toBe(drawChart(results))
  expect(read('bench/results/README.md')).toBe(writeTables(results))
})
