import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { Program } from '../../setup/processes'

const preload = resolve('tests/security/fuzz/measure-loop.mjs')
/** Environment of a process whose event loop can be asked about. */
export const measured = { NODE_OPTIONS: `--import=${preload}` }

/** The longest since the report before that the process computed on its event loop, in references. */
async function readBlocked({ pid, output }: Program): Promise<number> {
  const list = () => [...output().matchAll(/blocked .+ ms, (.+) times the reference\n/g)]
  const before = list().length
  process.kill(pid(), 'SIGWINCH')
  return Number(await vi.waitUntil(() => list()[before]?.[1], { timeout: 60_000, interval: 2 }))
}

/**
 * The longest that `act` computes on the event loop, in times of a reference work (measure-loop.mjs) that
 * takes 2 to 5 ms. Garbage is collected at any moment, but a
 * slow request is slow each time: the least of up to `tries` counts.
 */
export async function measureBlocked(
  server: Program,
  act: () => Promise<unknown>,
  { below, tries }: { below: number; tries: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && least >= below; i++) {
    await readBlocked(server)
    await act()
    least = Math.min(least, await readBlocked(server))
  }
  return least
}
