import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

const serverCore = '0'
const clientCore = '1'

/** Pins this process and its later children to another core than the server's. False: one core only. */
export function leaveServerCore(): boolean {
  if (cpus().length < 2) return false
  pin(clientCore)
  return true
}

export function releaseCores(): void {
  if (cpus().length > 1) pin(`0-${cpus().length - 1}`)
}

function pin(cores: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(process.pid)], { stdio: 'ignore' })
}

/** Starts a program of `bench/bare`, on the server's core. */
export function startBare(
  name: 'serve-bytes' | 'serve-folder' | 'insert-order',
  ...args: string[]
): Promise<Program> {
  const file = join(import.meta.dirname, `dist/programs/${name}.js`)
  return startProgram(file, { args, core: serverCore })
}

/**
 * Starts a program and waits until it writes `listening on …` with a port at its end. `core`: where
 * it runs; without it, anywhere.
 */
async function startProgram(
  file: string,
  options: { args?: string[]; env?: Record<string, string>; core?: string | undefined },
): Promise<Program> {
  const { args: more = [], env, core } = options
  const command = [process.execPath, resolve(file), ...more]
  const [program = '', ...args] =
    core && cpus().length > 1 ? ['taskset', '-c', core, ...command] : command
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise(done => child.once('exit', done))
  const port = await new Promise<string>((hear, fail) => {
    let output = ''
    let isListening = false
    const listen = (chunk: Buffer) => {
      // What it says later is an error.
      if (isListening) process.stderr.write(chunk)
      output += chunk.toString()
      const said = /listening on \D*(?:127\.0\.0\.1:)?(\d+)/.exec(output)
      if (!said?.[1]) return
      isListening = true
      hear(said[1])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', code => fail(new Error(`${file} ended with ${code}:\n${output}`)))
  })
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    url: `http://127.0.0.1:${port}`,
    cpuMs() {
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []
      // In ticks of 10 ms (proc(5)).
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    peakMemoryMb: () => Number(/VmHWM:\s+(\d+) kB/.exec(read('status'))?.[1]) / 1024,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export interface Product {
  server: Program
  sandbox: Program
  dataDir: string
  stop(): Promise<void>
}

/** The built product; its card sandbox runs on the client's core. */
export async function startProduct(
  options: { dataDir?: string; env?: Record<string, string>; isPinned?: boolean } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? makeFolder()
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())]
  const sandbox = await startProgram('dist/sandbox/main.js', {
    env: { SANDBOX_PORT: sandboxPort, SANDBOX_DATA_DIR: join(dataDir, 'sandbox') },
    core: options.isPinned ? clientCore : undefined,
  })
  const server = await startProgram('dist/server/main.js', {
    env: {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '--max-semi-space-size=8',
      ...options.env,
    },
    core: options.isPinned ? serverCore : undefined,
  })
  return {
    server,
    sandbox,
    dataDir,
    async stop() {
      await server.stop()
      await sandbox.stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svichka-bench-'))
}
