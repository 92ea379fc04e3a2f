import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isStoreFailure } from './db/failures'
import type { StoreWatch } from './watch-store'

/**
 * Runs `tick` at once on `start`, then again `intervalMs` after the previous one finished. Ticks never
 * overlap; errors are logged. A tick reads its work from the store, so a process restart loses nothing.
 */
export function createLoop(options: {
  name: string
  intervalMs: number
  log: FastifyBaseLogger
  /** Without it each failure of the store is logged. */
  storeWatch?: StoreWatch | undefined
  tick(): Promise<unknown>
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await options.tick()
      } catch (error) {
        if (options.storeWatch && isStoreFailure(error)) options.storeWatch.noteFailure(error)
        else options.log.error({ err: error, loop: options.name }, 'a background loop tick failed')
      }
      await pause(options.intervalMs, null, { signal }).catch(() => {})
    }
  }

  return {
    start() {
      running = run()
    },
    /** Stops the loop for good and waits for the running tick to finish. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}
