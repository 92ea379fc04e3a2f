import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { resolve } from 'node:path'

export interface Program {
  url: string
  /** From the start of the process to the line that says it listens, ms. */
  listeningAfterMs: number
  /** Processor time used so far, ms; null where the system does not tell (`/proc`). */
  cpuMs(): number | null
  /** The memory it holds now, MB. */
  memoryMb(): number | null
  /** The most memory it held so far, MB. */
  peakMemoryMb(): number | null
  stop(): Promise<void>
}

export interface ProgramOptions {
  args?: string[]
  nodeFlags?: string[]
  env?: Record<string, string>
  /** The core it runs on; without it, any. */
  core?: string | undefined
}

/** Starts a built program of ours and waits for its line `listening on …` with a port at its end. */
export async function startProgram(file: string, options: ProgramOptions = {}): Promise<Program> {
  const startedAt = performance.now()
  const command = [
    process.execPath,
    ...(options.nodeFlags ?? []),
    resolve(file),
    ...(options.args ?? []),
  ]
  const [program = '', ...args] =
    options.core && cpus().length > 1 ? ['taskset', '-c', options.core, ...command] : command
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise(done => child.once('exit', done))
  const port = await new Promise<string>((hear, fail) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const said = /listening on \D*(?:127\.0\.0\.1:)?(\d+)/.exec(output)
      if (said?.[1]) hear(said[1])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', code => fail(new Error(`${file} ended with ${code}:\n${output}`)))
  })
  const pid = child.pid ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    listeningAfterMs: performance.now() - startedAt,
    cpuMs: () => readCpu(pid),
    memoryMb: () => readMemory(pid, 'VmRSS'),
    peakMemoryMb: () => readMemory(pid, 'VmHWM'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Linux counts processor time in ticks of 10 ms (proc(5)). */
const tickMs = 10

function readCpu(pid: number): number | null {
  const fields = readProcess(pid, 'stat')?.split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) * tickMs : null
}

function readMemory(pid: number, line: 'VmRSS' | 'VmHWM'): number | null {
  const status = readProcess(pid, 'status') ?? ''
  const kilobytes = new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : null
}

function readProcess(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
