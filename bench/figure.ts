type Unit = '% of a core' | 'ms' | 'kB' | 'MB' | 'requests' | 'points' | 'per second'

interface Values {
  own: number
  /** Of what it is compared with. */
  others?: Record<string, number>
}

export interface Figure extends Values {
  /** Figures whose names the README's table has are written there. */
  name: string
  unit: Unit
  /** An absolute bound, or one in multiples of another value. */
  budget: { atMost?: number; atLeast?: number; times?: string }
}

export interface Section {
  /** How it is measured. */
  note: string
  measure(): Promise<Figure[]>
}

export const ours = 'Svichka'

/**
 * Measures the candidates alternately, so that load of the machine affects all of them. The
 * first round warms up and does not count.
 */
export async function inTurn<T>(
  rounds: number,
  candidates: Record<string, () => T | Promise<T>>,
): Promise<Record<string, T[]>> {
  const runs: Record<string, T[]> = {}
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, measure] of Object.entries(candidates)) {
      const run = await measure()
      if (round > 0) runs[name] = [...(runs[name] ?? []), run]
    }
  return runs
}

/** The medians of the candidates' runs. */
export function compare<T>(runs: Record<string, T[]>, read: (run: T) => number): Values {
  const medians = Object.entries(runs).map(([name, all]) => [name, median(all.map(read))] as const)
  const { [ours]: own = Number.NaN, ...others } = Object.fromEntries(medians)
  return { own, others }
}

export function median(runs: number[]): number {
  const sorted = runs.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** Name, our value, the others' values and the budget, as a row of the README's table. */
export function writeRow({ name, unit, own, others = {}, budget }: Figure): string {
  const { atMost = Number.POSITIVE_INFINITY, atLeast = 0, times } = budget
  const base = times === undefined ? 1 : (others[times] ?? Number.NaN)
  const isKept = own <= atMost * base && own >= atLeast * base
  const bound = budget.atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`
  const of = times ? ` x ${times}` : unit === 'points' ? '' : ` ${unit}`
  const comparison = Object.entries(others).map(([who, value]) => `${who} ${write(value, unit)}`)
  const cells = [
    name,
    `**${write(own, unit)}**`,
    comparison.join(', '),
    `${bound}${of}: ${isKept ? 'kept' : 'missed'}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function write(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  const number = Number(value.toFixed(digits)).toLocaleString('en')
  return unit === 'per second' ? `${number}/s` : unit === 'points' ? number : `${number} ${unit}`
}
