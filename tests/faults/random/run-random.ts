import fc from 'fast-check'
import { runScenario, type ScenarioResult } from './run-scenario'
import { anyScenario, type Step } from './step'

interface RandomResult {
  done: number
  captured: number
  orders: number
  /** The smallest scenario found that breaks a promise. */
  failure: string | null
}

/** Side by side, because most of a scenario is waiting; each has a seed of its own. */
const laneCount = 24

export async function runRandom(run: {
  scenarios: number
  seed: number
  onProgress?: (done: number) => unknown
}): Promise<RandomResult> {
  const total: RandomResult = { done: 0, captured: 0, orders: 0, failure: null }
  const count = (result: ScenarioResult) => {
    total.done += 1
    total.captured += result.captured
    total.orders += result.orders
    run.onProgress?.(total.done)
  }
  const failures = await Promise.all(
    Array.from({ length: laneCount }, (_, lane) => {
      const scenarios = Math.floor((run.scenarios + laneCount - 1 - lane) / laneCount)
      return runLane(run.seed + lane, scenarios, count)
    }),
  )
  return { ...total, failure: failures.find(failure => failure !== null) ?? null }
}

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
  const [steps = []]: [Step[]?] = details.counterexample ?? []
  return [
    `A promise is broken (seed ${seed}, path ${details.counterexamplePath}):`,
    String(details.errorInstance),
    'The smallest scenario found that breaks it:',
    ...steps.map(step => `  ${JSON.stringify(step)}`),
  ].join('\n')
}
