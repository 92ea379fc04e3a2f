import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { laneCount, type RandomResult, type RandomRun } from './run-random'

/** What a process that plays some lanes says to the one that started it. */
export type LaneNews = { played: number } | { result: RandomResult }

/** The same stories as `runRandom`, its lanes dealt out to one process for each core. */
export async function runOnAllCores(run: RandomRun): Promise<RandomResult> {
  const processes = Math.min(availableParallelism(), laneCount)
  const playedBy = Array.from({ length: processes }, () => 0)
  const results = await Promise.all(
    playedBy.map((_, index) => {
      const lanes = Array.from({ length: laneCount }, (_, lane) => lane)
      const own = lanes.filter(lane => lane % processes === index)
      return playElsewhere({ stories: run.stories, seed: run.seed, lanes: own }, played => {
        playedBy[index] = played
        run.onProgress?.(playedBy.reduce((sum, one) => sum + one, 0))
      })
    }),
  )
  return results.reduce(add)
}

function playElsewhere(
  run: Pick<RandomRun, 'stories' | 'seed' | 'lanes'>,
  onProgress: (played: number) => void,
): Promise<RandomResult> {
  const child = fork(join(import.meta.dirname, 'play-lanes.ts'), [JSON.stringify(run)])
  return new Promise((resolve, reject) => {
    child.on('message', (news: LaneNews) => {
      if ('result' in news) resolve(news.result)
      else onProgress(news.played)
    })
    child.on('exit', code => reject(new Error(`The stories ended early, with ${code}.`)))
  })
}

function add(one: RandomResult, other: RandomResult): RandomResult {
  return {
    played: one.played + other.played,
    captured: one.captured + other.captured,
    orders: one.orders + other.orders,
    tickets: one.tickets + other.tickets,
    failure: one.failure ?? other.failure,
  }
}
