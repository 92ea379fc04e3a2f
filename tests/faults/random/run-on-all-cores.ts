import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { laneCount, type RandomResult, type RandomRun } from './run-random'

/** A message from a process that runs some lanes to its parent. */
export type LaneMessage = { done: number } | { result: RandomResult }

/** The same scenarios as `runRandom`, its lanes split over one process for each core. */
export async function runOnAllCores(run: RandomRun): Promise<RandomResult> {
  const processes = Math.min(availableParallelism(), laneCount)
  const doneBy = Array.from({ length: processes }, () => 0)
  const results = await Promise.all(
    doneBy.map((_, index) => {
      const lanes = Array.from({ length: laneCount }, (_, lane) => lane)
      const own = lanes.filter(lane => lane % processes === index)
      return runInProcess({ scenarios: run.scenarios, seed: run.seed, lanes: own }, done => {
        doneBy[index] = done
        run.onProgress?.(doneBy.reduce((sum, one) => sum + one, 0))
      })
    }),
  )
  return results.reduce(add)
}

function runInProcess(
  run: Pick<RandomRun, 'scenarios' | 'seed' | 'lanes'>,
  onProgress: (done: number) => void,
): Promise<RandomResult> {
  const child = fork(join(import.meta.dirname, 'run-lanes.ts'), [JSON.stringify(run)])
  return new Promise((resolve, reject) => {
    child.on('message', (message: LaneMessage) => {
      if ('result' in message) resolve(message.result)
      else onProgress(message.done)
    })
    child.on('exit', code => reject(new Error(`The scenarios ended early, with ${code}.`)))
  })
}

function add(one: RandomResult, other: RandomResult): RandomResult {
  return {
    done: one.done + other.done,
    captured: one.captured + other.captured,
    orders: one.orders + other.orders,
    tickets: one.tickets + other.tickets,
    failure: one.failure ?? other.failure,
  }
}
