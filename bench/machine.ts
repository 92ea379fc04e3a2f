import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  /** How busy it was with other things as the measuring began: runnable processes, one minute. */
  load: number
}

/** What it was measured on: without it, no figure means anything. */
export function describeMachine(): Machine {
  const cores = cpus()
  return {
    processor: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: process.platform,
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  }
}

/** Pins this process, and what it starts from now on, to some cores. False: that cannot be done here. */
export function pin(coreList: string): boolean {
  if (cpus().length < 2) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', coreList, String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const serverCore = '0'
export const clientCore = '1'
export const allCores = `0-${cpus().length - 1}`
