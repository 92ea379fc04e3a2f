import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../tests/setup/free-port'

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

/** Runs `node` with these arguments until it writes `listening on http://…`. */
async function start(
  args: string[],
  { env, isServer = false }: { env?: Record<string, string>; isServer?: boolean } = {},
): Promise<Program> {
  const command = [...(isPinned && isServer ? ['taskset', '-c', '0'] : []), process.execPath]
  const [program = '', ...before] = command
  const child = spawn(program, [...before, ...args], {
    // Without our `.env`.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      const [, listening] = /listening on (http\S+)/.exec(String(chunk)) ?? []
      if (listening) resolve(listening)
    })
    child.once('exit', code => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    url,
    cpuMs() {
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []
      // In ticks of 10 ms (proc(5)).
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    peakMemoryMb: () => Number(/VmHWM:\s+(\d+) kB/.exec(read('status'))?.[1]) / 1024,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The built server without a card provider, unless `env` names one. */
export async function startServer(env: Record<string, string>): Promise<Program> {
  return start([resolve('dist/server/main.js')], {
    isServer: true,
    env: {
      PORT: String(await findFreePort()),
      DATA_DIR: makeFolder(),
      CARD_PROVIDER: 'none',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '--max-semi-space-size=8',
      ...env,
    },
  })
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
  const sandbox = await start([resolve('dist/sandbox/main.js')], {
    env: { SANDBOX_PORT, SANDBOX_DATA_DIR: join(DATA_DIR, 'sandbox') },
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

/** Starts a program of `bench/bare` in the server's place. */
export function startBare(name: 'serve' | 'insert-order', file: string): Promise<Program> {
  const program = join(import.meta.dirname, `bare/${name}.ts`)
  return start(['--import', import.meta.resolve('tsx'), program, file], { isServer: true })
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
