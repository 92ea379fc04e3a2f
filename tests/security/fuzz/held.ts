import { resolve } from 'node:path'
import { vi } from 'vitest'
import type { Program } from '../../setup/processes'

/** Environment of a server whose event loop `readHeld` can ask about. */
export const measured = {
  NODE_OPTIONS: `--import=${resolve('tests/security/fuzz/measure-loop.mjs')}`,
}

/** How long the server's event loop was held since the last call, at most, ms. */
export async function readHeld({ pid, output }: Program): Promise<number> {
  const count = () => output().match(/held [\d.]+ ms/g) ?? []
  const before = count().length
  process.kill(pid(), 'SIGWINCH')
  await vi.waitFor(() => {
    if (count().length === before) throw new Error('no answer yet')
  })
  return Number(count().at(-1)?.split(' ')[1])
}

/**
 * The longest time that `act` holds the event loop, ms. A busy machine delays a process at any
 * moment, but a slow request is slow each time: the least of up to `tries` counts.
 */
export async function measureHeld(
  server: Program,
  act: () => Promise<unknown>,
  { below, tries }: { below: number; tries: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && least >= below; i++) {
    await readHeld(server)
    await act()
    least = Math.min(least, await readHeld(server))
  }
  return least
}
