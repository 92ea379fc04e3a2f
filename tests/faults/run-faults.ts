import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runFailover } from './failover/run-failover'
import { runKillLoop } from './kill/run-kill-loop'
import { runRandom } from './random/run-random'

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '1000' },
    processes: { type: 'string', default: String(availableParallelism()) },
    kill: { type: 'string' },
    failover: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})

const startedAt = Date.now()
const say = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(values.seed)

// Connections left open by a fault must not keep a finished run alive.
process.exit((await run()) ? 0 : 1)

/** True: every promise held. */
async function run(): Promise<boolean> {
  if (values.kill) return runKills(Number(values.kill))
  if (values.failover) return runFailovers(Number(values.failover))
  return runRandomScenarios(Number(values.random), Number(values.processes))
}

/** Divided among one process per core, each with seeds of its own. */
async function runRandomScenarios(scenarios: number, processes: number): Promise<boolean> {
  if (processes > 1) {
    const ends = Array.from({ length: processes }, (_, index) => {
      const share = String(Math.ceil(scenarios / processes))
      const own = ['--processes', '1', '--random', share, '--seed', String(seed + 1_000 * index)]
      const [, program = ''] = process.argv
      return once(spawn('jiti', [program, ...own], { stdio: 'inherit' }), 'exit')
    })
    return (await Promise.all(ends)).every(([code]) => code === 0)
  }
  const onProgress = (done: number) => done % 500 === 0 && say(`${done} done, ${seconds()} s`)
  const { failure, ...counts } = await runRandom({ scenarios, seed, onProgress })
  return report(counts, failure)
}

async function runKills(kills: number): Promise<boolean> {
  const onProgress = (done: number) =>
    done % 20 === 0 && say(`killed ${done} times, ${seconds()} s`)
  const { broken, ...counts } = await runKillLoop({ kills, seed, onProgress })
  return report(counts, broken.join('\n'))
}

async function runFailovers(failovers: number): Promise<boolean> {
  const { broken, ...counts } = await runFailover(failovers, { seed, onProgress: say })
  return report(counts, broken.join('\n'))
}

function report(counts: object, failure: string | null): boolean {
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds()} s`)
  say(failure || 'Every promise held.')
  return !failure
}

function seconds(): number {
  return Math.round((Date.now() - startedAt) / 1000)
}
