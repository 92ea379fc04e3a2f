import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../tests/setup/free-port'
import { built } from '../build'
import { ours, summarize } from '../figure'
import { serverCore } from '../machine'
import { makeFolder } from '../programs/start-ours'
import { startProgram } from '../programs/start-program'
import type { Section } from './section'

/** How long after its start a server gives its first answer. */
export const startUp: Section = {
  title: 'Start-up',
  note: 'From the start of the process to the first whole answer; ours with an empty store each time, so its tables are made as well.',
  async measure({ starts }) {
    const own: number[] = []
    const bare: number[] = []
    for (let start = 0; start < starts; start++) {
      own.push(await timeOurs())
      bare.push(await timeBare())
    }
    return [
      {
        name: 'First answer after the start',
        unit: 'ms',
        samples: [summarize(ours, own), summarize('bare node:http', bare)],
        budget: { atMost: 1000 },
      },
    ]
  },
}

async function timeOurs(): Promise<number> {
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: makeFolder(),
    CARD_PROVIDER: 'none',
    LOG_LEVEL: 'error',
  }
  return timeFirstAnswer('dist/server/main.js', { env, core: serverCore })
}

async function timeBare(): Promise<number> {
  const folder = join(makeFolder(), 'page')
  mkdirSync(folder)
  const [headers, body] = [join(folder, 'headers.json'), join(folder, 'body')]
  writeFileSync(headers, '{}')
  writeFileSync(body, 'hello')
  const program = join(built, 'programs/serve-bytes.js')
  return timeFirstAnswer(program, { args: [headers, body], core: serverCore })
}

async function timeFirstAnswer(
  file: string,
  options: Parameters<typeof startProgram>[1],
): Promise<number> {
  const startedAt = performance.now()
  const program = await startProgram(file, options)
  const answer = await fetch(program.url)
  await answer.arrayBuffer()
  const took = performance.now() - startedAt
  await program.stop()
  return took
}
