import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isProviderOutage } from './create-log'
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

  const { log, name: loop } = options
  let failing: string | null = null

  function noteFailure(error: unknown): void {
    if (options.storeWatch && isStoreFailure(error)) options.storeWatch.noteFailure(error)
    else {
      failing = isProviderOutage(error) ? 'the payment provider' : 'a background loop'
      log.error({ err: error, loop }, `${failing} failed: it is tried again`)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await options.tick()
        if (failing) log.info({ loop }, `${failing} works again`)
        failing = null
      } catch (error) {
        noteFailure(error)
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
