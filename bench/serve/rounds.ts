import { type Figure, type Sample, summarize } from '../figure'
import type { Program } from '../programs/start-program'
import type { Load } from './load'

/** One server under load, again and again. */
export interface Contender {
  who: string
  program: Program
  run(): Promise<Load>
}

interface Round extends Load {
  /** Processor time of the server for one request, µs; null where the system does not tell. */
  cpu: number | null
}

export interface Rounds {
  who: string
  rounds: Round[]
}

/** Loads the contenders in turn, so that a busy minute of the machine falls on all of them. */
export async function runRounds(contenders: Contender[], count: number): Promise<Rounds[]> {
  const all = contenders.map(({ who }): Rounds => ({ who, rounds: [] }))
  for (const contender of contenders) await contender.run()
  for (let round = 0; round < count; round++)
    for (const [place, contender] of contenders.entries())
      all[place]?.rounds.push(await runRound(contender))
  return all
}

async function runRound({ program, run }: Contender): Promise<Round> {
  const before = program.cpuMs()
  const load = await run()
  const after = program.cpuMs()
  const cpu = before === null || after === null ? null : ((after - before) * 1000) / load.answered
  return { ...load, cpu }
}

/** Throughput, slowest hundredth and processor time as figures. */
export function describeRounds(what: string, all: Rounds[]): Figure[] {
  const sample = (read: (round: Round) => number): Sample[] =>
    all.map(({ who, rounds }) => summarize(who, rounds.map(read)))
  return [
    { name: what, unit: 'per second', samples: sample(round => round.perSecond) },
    { name: `${what}, slowest hundredth`, unit: 'ms', samples: sample(round => round.p99) },
    { name: `${what}, processor`, unit: 'µs of CPU', samples: sample(round => round.cpu ?? 0) },
  ]
}
