import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { Program } from '../../setup/processes'

const preload = resolve('tests/security/fuzz/measure-loop.mjs')
/** Environment of a process whose event loop can be asked about. */
export const measured = { NODE_OPTIONS: `--import=${preload}` }

/**
 * Every time since the report before that the event loop was held for 5 ms: during which request (its
 * `x-fuzz` header), and how long of it this process computed, without garbage collections, ms.
 */
export type LoopReport = { request: string; own: number }[]

export async function readReport({ pid, output }: Program): Promise<LoopReport> {
  const list = () => [...output().matchAll(/report (.+)\n/g)]
  const before = list().length
  process.kill(pid(), 'SIGWINCH')
  return JSON.parse(await vi.waitUntil(() => list()[before]?.[1], { timeout: 60_000, interval: 5 }))
}

/**
 * The longest time that `act` computes on the event loop, ms; 0: less than 5 ms. A busy machine delays a process at any
 * moment, but a slow request is slow each time: the least of up to `tries` counts.
 */
export async function measureHeld(
  server: Program,
  act: () => Promise<unknown>,
  { below, tries }: { below: number; tries: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && least >= below; i++) {
    await readReport(server)
    await act()
    const late = await readReport(server)
    least = Math.min(least, Math.max(0, ...late.map(({ own }) => own)))
  }
  return least
}
