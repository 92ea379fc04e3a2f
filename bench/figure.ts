/** The median of one candidate's runs, and the quartiles around it. */
export interface Sample {
  who: string
  median: number
  low: number
  high: number
}

type Unit = 'ms' | 'kB' | 'MB' | 'requests' | 'points' | 'per second' | 'x'

export interface Figure {
  name: string
  unit: Unit
  /** The first sample is ours. */
  samples: Sample[]
  /** An absolute bound, or one in multiples of another candidate's median. */
  budget?: { atMost?: number; atLeast?: number; times?: string }
  /** Shown in the README. */
  isHeadline?: boolean
}

export interface Section {
  /** How it is measured. */
  note: string
  /** `isQuick`: a smoke test. */
  measure(isQuick: boolean): Promise<Figure[]>
}

export const ours = 'Svichka'

export function summarize(who: string, runs: number[]): Sample {
  const sorted = runs.toSorted((a, b) => a - b)
  return {
    who,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  }
}

/**
 * Measures the candidates alternately, so that load of the machine affects all of them. The
 * first round warms up and does not count.
 */
export async function inTurn<Name extends string, T>(
  rounds: number,
  candidates: Record<Name, () => T | Promise<T>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(candidates) as Name[]
  const runs = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<Name, T[]>
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const run = await candidates[name]()
      if (round > 0) runs[name].push(run)
    }
  return runs
}

/** One value that does not vary from run to run, such as a size. */
export function exactly(who: string, value: number): Sample {
  return { who, median: value, low: value, high: value }
}

function quantile(sorted: number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place % 1)
}

function isKept({ samples, budget = {} }: Figure): boolean {
  const base = budget.times ? samples.find(({ who }) => who === budget.times)?.median : 1
  const { atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = budget
  const own = samples[0]?.median
  if (own === undefined || base === undefined) return false
  return own <= atMost * base && own >= atLeast * base
}

/** Name, our value, the others' values, and the budget, as cells of a table. */
export function writeRow(figure: Figure): string[] {
  const { name, unit, samples, budget } = figure
  const [own, ...others] = samples
  const comparison = others.map(({ who, median }) => `${who} ${writeValue(median, unit)}`)
  const bound =
    budget?.atMost === undefined ? `at least ${budget?.atLeast}` : `at most ${budget.atMost}`
  const of = budget?.times ? ` x ${budget.times}` : unit === 'points' ? '' : ` ${unit}`
  return [
    name,
    own ? `**${writeValue(own.median, unit)}**` : '',
    comparison.join(', '),
    budget ? `${bound}${of}: ${isKept(figure) ? 'kept' : 'missed'}` : '',
  ]
}

function writeValue(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  const number = Number(value.toFixed(digits)).toLocaleString('en')
  return unit === 'per second' ? `${number}/s` : unit === 'points' ? number : `${number} ${unit}`
}

export function writeTable(rows: string[][]): string {
  const lines = [['', ours, 'compared with', 'budget'], ['---', '---', '---', '---'], ...rows]
  return lines.map(cells => `| ${cells.join(' | ')} |\n`).join('')
}
