import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from './free-port'
import { behindProxy, type ProxyName, proxyOfAttack, startProxy } from './start-proxy'

/** A program as a process that can be killed and restarted. */
export interface Program {
  start(): Promise<void>
  /** `SIGTERM`: an orderly stop; `SIGKILL`: a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Its process id; 0 while it does not run. */
  pid(): number
  /** What it wrote to standard output and error so far. */
  output(): string
  /** Resident memory in MB; 0 while it does not run. Linux only. */
  memory(): number
}

export interface Product {
  url: string
  sandboxUrl: string
  dataDir: string
  server: Program
  sandbox: Program
  /** Stops everything and removes the data. */
  stop(): Promise<void>
}

export interface ProductOptions {
  /** Variables for the server, over the demo's defaults. */
  env?: Record<string, string>
  /** A command that runs the server, such as `prlimit` with a limit. */
  wrapper?: string[]
  /** A data folder to keep; default: a temporary one. */
  dataDir?: string
  /** Default: the proxy that `ATTACK_PROXY` names. */
  proxy?: ProxyName | undefined
}

/**
 * Starts the built server and the card sandbox on free ports with an empty data folder. `url` is the
 * proxy's where there is one.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const proxyName = options.proxy ?? proxyOfAttack
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'svichka-product-'))
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())]
  const url = `http://127.0.0.1:${port}`
  const sandbox = describeProgram('dist/sandbox/main.js', {
    SANDBOX_PORT: sandboxPort,
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    SANDBOX_WEBHOOK_URLS: `${url}/api/stripe-webhook`,
  })
  const server = describeProgram(
    'dist/server/main.js',
    {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...(proxyName && behindProxy),
      ...options.env,
    },
    options.wrapper,
  )
  await sandbox.start()
  await server.start()
  const proxy = proxyName && (await startProxy(proxyName, url, Boolean(options.env?.TRUST_PROXY)))
  return {
    url: proxy?.url ?? url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    server,
    sandbox,
    async stop() {
      await proxy?.stop()
      await server.stop()
      await sandbox.stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With a compile cache (Node 22 and newer) the programs start in two thirds of the time. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** Runs outside the repository, so no `.env` is read. */
export function describeProgram(
  file: string,
  env: Record<string, string>,
  wrapper: string[] = [],
): Program {
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, resolve(file)]
  let child: ChildProcess | null = null
  let output = ''
  return {
    output: () => output,
    pid: () => child?.pid ?? 0,
    memory: () => (child?.pid === undefined ? 0 : readMemory(child.pid)),
    async start() {
      const started = spawn(command, args, {
        cwd: tmpdir(),
        env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((ready, fail) => {
        const hear = (chunk: Buffer) => {
          output += chunk.toString()
          if (output.includes('listening on')) ready()
        }
        output = ''
        started.stdout.on('data', hear)
        started.stderr.on('data', hear)
        started.once('exit', code => fail(new Error(`${file} ended with ${code}:\n${output}`)))
      })
    },
    async stop(signal = 'SIGTERM') {
      const running = child
      child = null
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = new Promise(done => running.once('exit', done))
      running.kill(signal)
      await ended
    },
  }
}

function readMemory(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}
