import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../tests/setup/free-port'
import { describeProgram } from '../tests/setup/processes'

export interface Program {
  url: string
  /** Processor time used so far, ms. */
  cpuMs(): number
  /** Peak memory, MB. */
  peakMemoryMb(): number
  stop(): Promise<void>
}

let isPinned = false

/** From now on servers have a core of their own; this process and all others share the second. */
export function separateCores(): void {
  if (cpus().length < 2) return
  execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' })
  isPinned = true
}

async function start(
  file: string,
  env: Record<string, string>,
  { isServer = false } = {},
): Promise<Program> {
  const program = describeProgram(file, env, isPinned && isServer ? ['taskset', '-c', '0'] : [])
  await program.start()
  const read = (name: string) => readFileSync(`/proc/${program.pid()}/${name}`, 'utf8')
  return {
    url: /listening on (http\S+)/.exec(program.output())?.[1] ?? '',
    cpuMs() {
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []
      // In ticks of 10 ms (proc(5)).
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    peakMemoryMb: () => Number(/VmHWM:\s+(\d+) kB/.exec(read('status'))?.[1]) / 1024,
    stop: () => program.stop(),
  }
}

/** The built server without a card provider, unless `env` names one. */
export async function startServer(env: Record<string, string>): Promise<Program> {
  const defaults = {
    PORT: String(await findFreePort()),
    DATA_DIR: makeFolder(),
    CARD_PROVIDER: 'none',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: '--max-semi-space-size=8',
  }
  return start('dist/server/main.js', { ...defaults, ...env }, { isServer: true })
}

export interface Product {
  server: Program
  sandbox: Program
  stop(): Promise<void>
}

/** The built server with the card sandbox. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const { DATA_DIR = makeFolder() } = env
  const SANDBOX_PORT = String(await findFreePort())
  const sandbox = await start('dist/sandbox/main.js', {
    SANDBOX_PORT,
    SANDBOX_DATA_DIR: join(DATA_DIR, 'sandbox'),
  })
  const server = await startServer({ CARD_PROVIDER: 'sandbox', SANDBOX_PORT, DATA_DIR, ...env })
  return {
    server,
    sandbox,
    async stop() {
      await server.stop()
      await sandbox.stop()
    },
  }
}

/** Starts a program of `bench/bare` in the server's place. `BARE_FILE` names its data. */
export function startBare(name: 'serve' | 'insert-order', file: string): Promise<Program> {
  const env = { BARE_FILE: file, NODE_OPTIONS: `--import ${import.meta.resolve('jiti/register')}` }
  return start(join(import.meta.dirname, `bare/${name}.ts`), env, { isServer: true })
}

/** What `bare/serve.ts` answers, by path; the body in base64. */
export type Answers = Record<string, { headers: OutgoingHttpHeaders; body: string }>

export function serve(answers: Answers): Promise<Program> {
  const file = join(makeFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return startBare('serve', file)
}

const folder = mkdtempSync(join(tmpdir(), 'svichka-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Exists until this process ends. */
export function makeFolder(): string {
  return mkdtempSync(join(folder, 'part-'))
}
