import { type Figure, keepsBudget, type Sample, type Unit } from '../figure'

/** A value with its unit, as short as it is still true. */
export function writeValue(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  const number = Number(value.toFixed(digits)).toLocaleString('en')
  return unit === 'per second' ? `${number}/s` : unit === 'points' ? number : `${number} ${unit}`
}

/** How many times ours a sample is. */
export function writeRatio(sample: Sample, own: Sample | undefined): string {
  if (!own || own.median === 0) return ''
  return `${Number((sample.median / own.median).toPrecision(3))} x`
}

/** What was promised and whether it holds; empty where nothing was. */
export function writeBudget(figure: Figure): string {
  const kept = keepsBudget(figure)
  if (kept === null || !figure.budget) return ''
  const { atMost, atLeast, times } = figure.budget
  const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`
  const of = times ? ` x ${times}` : figure.unit === 'points' ? '' : ` ${figure.unit}`
  return `${bound}${of}: ${kept ? 'kept' : 'missed'}`
}
