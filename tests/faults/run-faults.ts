import { parseArgs } from 'node:util'
import { runKillLoop } from './kill/run-kill-loop'
import { matrix } from './matrix'
import { runOnAllCores } from './random/run-on-all-cores'
import { lazyBrowser, runRow, type Verdict } from './run-row'
import { writeReport } from './write-report'

const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true },
    random: { type: 'string' },
    kill: { type: 'string' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(values.seed)

// What is left open by a broken line must not keep a finished run alive.
process.exit((await run()) ? 0 : 1)

/** True: every promise held. */
async function run(): Promise<boolean> {
  if (values.random) return playRandom(Number(values.random))
  if (values.kill) return killAgainAndAgain(Number(values.kill))
  return playMatrix(values.row?.map(Number))
}

async function playMatrix(only: number[] | undefined): Promise<boolean> {
  const browser = lazyBrowser()
  const verdicts: Verdict[] = []
  for (const row of matrix.filter(one => !only || only.includes(one.number))) {
    const verdict = await runRow(row, browser.open)
    verdicts.push(verdict)
    say(tell(verdict))
  }
  await browser.close()
  const held = verdicts.filter(verdict => verdict.failure === null).length
  say(`${held} of ${verdicts.length} rows hold.`)
  if (values.write) writeReport(verdicts)
  return held === verdicts.length
}

function tell({ row, failure, seconds }: Verdict): string {
  const word = failure === null ? 'holds ' : 'BROKEN'
  const line = `${String(row.number).padStart(2)} ${word} ${seconds.toFixed(1)} s  ${row.where}: ${row.fault}`
  return failure === null ? line : `${line}\n${failure.replace(/^/gm, '     ')}`
}

async function playRandom(stories: number): Promise<boolean> {
  const startedAt = Date.now()
  const onProgress = (played: number) => {
    if (played % 500 === 0) say(`${played} played, ${seconds(startedAt)} s`)
  }
  const { failure, ...counts } = await runOnAllCores({ stories, seed, onProgress })
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds(startedAt)} s`)
  say(failure ?? 'Every promise held.')
  return failure === null
}

async function killAgainAndAgain(kills: number): Promise<boolean> {
  const startedAt = Date.now()
  const onProgress = (done: number) => {
    if (done % 20 === 0) say(`killed ${done} times, ${seconds(startedAt)} s`)
  }
  const { broken, ...counts } = await runKillLoop({ kills, seed, onProgress })
  say(`seed ${seed}: ${JSON.stringify(counts)}, ${seconds(startedAt)} s`)
  say(broken.length > 0 ? broken.join('\n') : 'Every promise held.')
  return broken.length === 0
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000)
}
