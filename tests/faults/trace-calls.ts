import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { Environment } from './environment'

/** Lets strace watch these processes, and those they start, until it is ended. Linux only. */
export async function traceCalls(
  env: Environment,
  pids: number[],
  options: string[],
): Promise<{ end(): Promise<void> }> {
  const tracer = spawn('strace', [...options, ...pids.flatMap(pid => ['-p', String(pid)])], {
    stdio: 'ignore',
  })
  let isMissing = false
  tracer.once('error', () => {
    isMissing = true
  })
  await env.until('strace is attached', () => isMissing || pids.every(isTraced))
  assert.ok(!isMissing, 'This needs strace (Debian: apt-get install strace).')
  return {
    async end() {
      // It has ended by itself if all that it watched has.
      if (tracer.exitCode !== null || tracer.signalCode !== null) return
      const ended = once(tracer, 'exit')
      tracer.kill('SIGINT')
      await ended
    },
  }
}

/** A process that has ended meanwhile needs no watching. */
function isTraced(pid: number): boolean {
  const status = `/proc/${pid}/status`
  return !existsSync(status) || /TracerPid:\s*[1-9]/.test(readFileSync(status, 'utf8'))
}
