import fc from 'fast-check'
import { describeStep } from './describe-step'
import { runScenario, type ScenarioResult } from './run-scenario'
import { anyScenario, type Step } from './step'

export interface RandomRun {
  scenarios: number
  seed: number
  /** Which lanes are done, side by side, because most of a scenario is waiting; all, if not said. */
  lanes?: number[]
  onProgress?: (done: number) => void
}

export interface RandomResult {
  done: number
  captured: number
  orders: number
  tickets: number
  /** The smallest scenario found that breaks a promise, to be read and to be done again. */
  failure: string | null
}

/** The scenarios of a run are dealt out to so many lanes. */
export const laneCount = 24

/** Runs random scenarios; each lane has a seed of its own, derived from the given one. */
export async function runRandom(run: RandomRun): Promise<RandomResult> {
  const lanes = run.lanes ?? Array.from({ length: laneCount }, (_, lane) => lane)
  const total: RandomResult = { done: 0, captured: 0, orders: 0, tickets: 0, failure: null }
  const count = (result: ScenarioResult) => {
    total.done += 1
    total.captured += result.captured
    total.orders += result.orders
    total.tickets += result.tickets
    run.onProgress?.(total.done)
  }
  const failures = await Promise.all(
    lanes.map(lane => runLane(run.seed + lane, shareOf(run.scenarios, lane), count)),
  )
  return { ...total, failure: failures.find(failure => failure !== null) ?? null }
}

const shareOf = (scenarios: number, lane: number) =>
  Math.floor(scenarios / laneCount) + (lane < scenarios % laneCount ? 1 : 0)

async function runLane(
  seed: number,
  scenarios: number,
  count: (result: ScenarioResult) => void,
): Promise<string | null> {
  const holds = fc.asyncProperty(anyScenario, async steps => {
    const result = await runScenario(steps)
    count(result)
    if (result.broken.length > 0) throw new Error(result.broken.join('\n'))
  })
  const details = await fc.check(holds, { seed, numRuns: scenarios })
  if (!details.failed) return null
  const [steps = []] = details.counterexample ?? []
  return describeFailure(seed, details.counterexamplePath, steps, details.errorInstance)
}

function describeFailure(seed: number, path: string | null, steps: Step[], error: unknown): string {
  const broken = error instanceof Error ? error.message : String(error)
  const scenario = steps.map(
    (step, index) => `${String(index + 1).padStart(3)}. ${describeStep(step)}`,
  )
  return [
    `A promise is broken (seed ${seed}, path ${path}):`,
    ...broken.split('\n').map(line => `  ${line}`),
    'The smallest scenario found that breaks it:',
    ...scenario,
    `Again: ${JSON.stringify(steps)}`,
  ].join('\n')
}
