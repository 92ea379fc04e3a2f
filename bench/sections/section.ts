import type { Figure } from '../figure'

/** How thorough a run is: `quick` is for seeing that it works, its figures mean little. */
export interface Pace {
  visits: number
  rounds: number
  /** How long the load of one round lasts, s. */
  seconds: number
  paidOrders: number
  stored: number[]
  starts: number
}

export const thorough: Pace = {
  visits: 10,
  rounds: 5,
  seconds: 4,
  paidOrders: 150,
  stored: [10, 1_000, 100_000, 1_000_000],
  starts: 7,
}

export const quick: Pace = {
  visits: 2,
  rounds: 2,
  seconds: 1,
  paidOrders: 50,
  stored: [10, 1_000],
  starts: 2,
}

/** One thing to measure. The first sentence of the note says how. */
export interface Section {
  title: string
  note: string
  measure(pace: Pace): Promise<Figure[]>
}
