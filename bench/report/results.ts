import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Figure } from '../figure'
import type { Machine } from '../machine'

export const resultsFolder = join(import.meta.dirname, '../results')

/** In the order in which they are shown. */
export const sectionNames = [
  'first-load',
  'painting',
  'first-use',
  'serving',
  'growth',
  'start-up',
  'lighthouse',
] as const
export type SectionName = (typeof sectionNames)[number]

const SampleSchema = v.object({
  who: v.string(),
  median: v.number(),
  low: v.number(),
  high: v.number(),
  runs: v.number(),
})

const ResultSchema = v.object({
  title: v.string(),
  note: v.string(),
  measuredAt: v.string(),
  machine: v.object({
    processor: v.string(),
    cores: v.number(),
    memoryGb: v.number(),
    system: v.string(),
    node: v.string(),
    load: v.number(),
  }),
  figures: v.array(
    v.object({
      name: v.string(),
      unit: v.picklist(['ms', 'kB', 'MB', 'requests', 'points', 'per second', 'µs of CPU']),
      samples: v.array(SampleSchema),
      budget: v.exactOptional(
        v.object({
          atMost: v.exactOptional(v.number()),
          atLeast: v.exactOptional(v.number()),
          times: v.exactOptional(v.string()),
        }),
      ),
    }),
  ),
})

/** One section as it is kept in `bench/results/`. */
export type Result = v.InferOutput<typeof ResultSchema>

export function describeResult(
  section: { title: string; note: string },
  machine: Machine,
  figures: Figure[],
): Result {
  const { title, note } = section
  return { title, note, measuredAt: new Date().toISOString(), machine, figures }
}

export function saveResult(name: SectionName, result: Result): void {
  mkdirSync(resultsFolder, { recursive: true })
  const text = JSON.stringify(result, roundNumber, 2)
  writeFileSync(join(resultsFolder, `${name}.json`), `${text}\n`)
}

/** Whatever was measured so far. */
export function readResults(): Result[] {
  return sectionNames
    .map(name => join(resultsFolder, `${name}.json`))
    .filter(file => existsSync(file))
    .map(file => v.parse(ResultSchema, JSON.parse(readFileSync(file, 'utf8'))))
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}
