import { parseArgs } from 'node:util'
import pMap from 'p-map'
import { runFailover } from './failover/run-failover'
import { runKillLoop } from './kill/run-kill-loop'
import { matrix } from './matrix'
import { runPowerCuts } from './power/run-power-cuts'
import { runOnAllCores } from './random/run-on-all-cores'
import { type RowResult, runRow } from './run-row'

const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true },
    times: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    random: { type: 'string' },
    kill: { type: 'string' },
    failover: { type: 'string' },
    power: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(values.seed)

// Connections left open by a fault must not keep a finished run alive.
process.exit((await run()) ? 0 : 1)

/** True: every promise held. */
async function run(): Promise<boolean> {
  if (values.random) return runRandomScenarios(Number(values.random))
  if (values.kill) return runKills(Number(values.kill))
  if (values.failover) return runFailovers(Number(values.failover))
  if (values.power) return runPower(Number(values.power))
  return runMatrix(values.row?.map(Number))
}

async function runMatrix(only: number[] | undefined): Promise<boolean> {
  const rows = matrix.filter(one => !only || only.includes(one.number))
  const runs = Array.from({ length: Number(values.times) }, () => rows).flat()
  const concurrency = Number(values['at-once'])
  const results = await pMap(
    runs,
    async row => {
      const result = await runRow(row)
      say(describe(result))
      return result
    },
    { concurrency },
  )
  const held = results.filter(result => result.failure === null).length
  say(`${held} of ${results.length} runs of ${rows.length} rows hold.`)
  return held === results.length
}

function describe({ row, failure, seconds }: RowResult): string {
  const word = failure === null ? 'holds ' : 'BROKEN'
  const line = `${String(row.number).padStart(2)} ${word} ${seconds.toFixed(1)} s  ${row.fault}`
  return failure === null ? line : `${line}\n${failure.replace(/^/gm, '     ')}`
}

async function runRandomScenarios(scenarios: number): Promise<boolean> {
  const startedAt = Date.now()
  const onProgress = (done: number) => {
    if (done % 500 === 0) say(`${done} done, ${seconds(startedAt)} s`)
  }
  const { failure, ...counts } = await runOnAllCores({ scenarios, seed, onProgress })
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds(startedAt)} s`)
  say(failure ?? 'Every promise held.')
  return failure === null
}

async function runKills(kills: number): Promise<boolean> {
  const startedAt = Date.now()
  const onProgress = (done: number) => {
    if (done % 20 === 0) say(`killed ${done} times, ${seconds(startedAt)} s`)
  }
  const { broken, ...counts } = await runKillLoop({ kills, seed, onProgress })
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds(startedAt)} s`)
  say(broken.length > 0 ? broken.join('\n') : 'Every promise held.')
  return broken.length === 0
}

async function runFailovers(failovers: number): Promise<boolean> {
  const startedAt = Date.now()
  const { broken, ...counts } = await runFailover(failovers, { seed, onProgress: say })
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds(startedAt)} s`)
  say(broken.length > 0 ? broken.join('\n') : 'Every promise held.')
  return broken.length === 0
}

async function runPower(cuts: number): Promise<boolean> {
  const startedAt = Date.now()
  const { store, control } = await runPowerCuts({ cuts, seed })
  say(`seed ${seed}: ${JSON.stringify({ store, control })}, ${seconds(startedAt)} s`)
  const holds = store.lost + store.damaged === 0 && control.lost > 0
  say(holds ? 'Every promise held, and the control lost orders.' : 'BROKEN')
  return holds
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000)
}
