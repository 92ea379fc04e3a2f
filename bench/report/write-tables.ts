import type { Figure, Sample } from '../figure'
import { findHeadlines } from './headlines'
import type { Result } from './results'
import { writeBudget, writeRatio, writeValue } from './words'

/** Every figure, as a page of its own. */
export function writeTables(results: Result[]): string {
  return [
    '# Benchmark results',
    'Written by `npm run bench`. Medians, each with its ratio to ours; quartiles and the number of runs are in the JSON files beside this page.',
    '![Chart of the main figures](chart.svg)',
    ...results.flatMap(writeSection),
    '',
  ].join('\n\n')
}

function writeSection({ title, note, machine, measuredAt, figures }: Result): string[] {
  const { processor, cores, memoryGb, system, node, load } = machine
  return [
    `## ${title}`,
    note,
    `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, load ${load} at the start, ${measuredAt.slice(0, 10)}.`,
    writeTable(figures),
  ]
}

/** One row a figure, one column a candidate. */
function writeTable(figures: Figure[]): string {
  const names = [...new Set(figures.flatMap(({ samples }) => samples.map(({ who }) => who)))]
  const row = (figure: Figure) => [
    figure.name,
    ...names.map(who => writeCell(figure, who)),
    writeBudget(figure),
  ]
  return [['', ...names, 'budget'], ['---', ...names.map(() => '---'), '---'], ...figures.map(row)]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function writeCell({ samples, unit }: Figure, who: string): string {
  const [own] = samples
  const sample = samples.find(one => one.who === who)
  if (!sample) return ''
  const value = writeValue(sample.median, unit)
  const ratio = sample === own ? '' : writeRatio(sample, own)
  return ratio ? `${value} (${ratio})` : value
}

/** The main figures in few lines, for the README. */
export function writeHeadlines(results: Result[]): string {
  const lines = findHeadlines(results).map(({ words, figure }) => {
    const [own, ...others] = figure.samples
    if (!own) return ''
    const beside = others.map(
      (other: Sample) => `${other.who} ${writeValue(other.median, figure.unit)}`,
    )
    const value = `**${writeValue(own.median, figure.unit)}**`
    return `| ${words} | ${value} | ${beside.join(', ')} | ${writeBudget(figure)} |`
  })
  return ['| | Svichka | beside it | budget |', '|---|---|---|---|', ...lines].join('\n')
}
