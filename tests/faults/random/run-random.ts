import fc from 'fast-check'
import { type Ending, playStory } from './play-story'
import { anyStory, type Step } from './step'
import { tellStep } from './tell-step'

export interface RandomRun {
  stories: number
  seed: number
  /** Which lanes are played, side by side, because most of a story is waiting; all, if not said. */
  lanes?: number[]
  onProgress?: (played: number) => void
}

export interface RandomResult {
  played: number
  captured: number
  orders: number
  tickets: number
  /** The smallest story found that breaks a promise, to be read and to be played again. */
  failure: string | null
}

/** The stories of a run are dealt out to so many lanes. */
export const laneCount = 16

/** Plays random stories; each lane has a seed of its own, derived from the given one. */
export async function runRandom(run: RandomRun): Promise<RandomResult> {
  const lanes = run.lanes ?? Array.from({ length: laneCount }, (_, lane) => lane)
  const total: RandomResult = { played: 0, captured: 0, orders: 0, tickets: 0, failure: null }
  const count = (ending: Ending) => {
    total.played += 1
    total.captured += ending.captured
    total.orders += ending.orders
    total.tickets += ending.tickets
    run.onProgress?.(total.played)
  }
  const failures = await Promise.all(
    lanes.map(lane => playLane(run.seed + lane, shareOf(run.stories, lane), count)),
  )
  return { ...total, failure: failures.find(failure => failure !== null) ?? null }
}

const shareOf = (stories: number, lane: number) =>
  Math.floor(stories / laneCount) + (lane < stories % laneCount ? 1 : 0)

async function playLane(
  seed: number,
  stories: number,
  count: (ending: Ending) => void,
): Promise<string | null> {
  const holds = fc.asyncProperty(anyStory, async steps => {
    const ending = await playStory(steps)
    count(ending)
    if (ending.broken.length > 0) throw new Error(ending.broken.join('\n'))
  })
  const details = await fc.check(holds, { seed, numRuns: stories })
  if (!details.failed) return null
  const [steps = []] = details.counterexample ?? []
  return tellFailure(seed, details.counterexamplePath, steps, details.errorInstance)
}

function tellFailure(seed: number, path: string | null, steps: Step[], error: unknown): string {
  const broken = error instanceof Error ? error.message : String(error)
  const story = steps.map((step, index) => `${String(index + 1).padStart(3)}. ${tellStep(step)}`)
  return [
    `A promise is broken (seed ${seed}, path ${path}):`,
    ...broken.split('\n').map(line => `  ${line}`),
    'The smallest story found that breaks it:',
    ...story,
    `Again: ${JSON.stringify(steps)}`,
  ].join('\n')
}
