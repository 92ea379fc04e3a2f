/** What one candidate reached: the median of its runs, and between which values half of them lie. */
export interface Sample {
  who: string
  median: number
  low: number
  high: number
  runs: number
}

export type Unit = 'ms' | 'kB' | 'MB' | 'requests' | 'points' | 'per second' | 'µs of CPU'

/** What a figure may be: an absolute value, or so many times another candidate's median. */
export interface Budget {
  atMost?: number
  atLeast?: number
  /** The candidate that the bound is a multiple of; without it the bound is absolute. */
  times?: string
}

export interface Figure {
  name: string
  unit: Unit
  /** The first sample is ours. */
  samples: Sample[]
  budget?: Budget
}

export const ours = 'Svichka'

/** Median and quartiles of the runs. */
export function summarize(who: string, runs: number[]): Sample {
  const sorted = runs.toSorted((a, b) => a - b)
  return {
    who,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    runs: runs.length,
  }
}

/** One value that does not vary from run to run, such as a size. */
export function exactly(who: string, value: number): Sample {
  return { who, median: value, low: value, high: value, runs: 1 }
}

function quantile(sorted: number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place % 1)
}

/** Whether our median keeps the budget; null where there is none. */
export function keepsBudget({ samples, budget }: Figure): boolean | null {
  const [own] = samples
  if (!budget || !own) return null
  const base = budget.times ? samples.find(({ who }) => who === budget.times)?.median : 1
  if (base === undefined) return null
  const { atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = budget
  return own.median <= atMost * base && own.median >= atLeast * base
}
