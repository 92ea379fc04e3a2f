import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Figure, keepsBudget, summarize } from '../../bench/figure'
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

test('a figure is the median of its runs, between the quartiles', () => {
  expect(summarize('ours', [9, 1, 5, 3])).toEqual({
    who: 'ours',
    median: 4,
    low: 2.5,
    high: 6,
    runs: 4,
  })
})

test('a budget that is a multiple of a neighbour is kept below it and missed above', () => {
  const figure = (own: number): Figure => ({
    name: 'paint',
    unit: 'ms',
    samples: [summarize('ours', [own]), summarize('bare', [100])],
    budget: { atMost: 1.15, times: 'bare' },
  })
  expect(keepsBudget(figure(114))).toBe(true)
  expect(keepsBudget(figure(116))).toBe(false)
})
