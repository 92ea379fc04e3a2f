import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isProviderOutage } from './create-log'
import { isStoreFailure } from './db/failures'
import type { StoreWatch } from './watch-store'

/**
 * Runs `tick` when it is started, or `firstAfterMs` later, and then `intervalMs` after each tick has
 * ended. Ticks never overlap, and errors are logged. A tick reads its work from the store, so a restart
 * loses nothing.
 */
export function createLoop(options: {
  name: string
  intervalMs: number
  firstAfterMs?: number | undefined
  log: FastifyBaseLogger
  /** Logs an outage of the store once. Without it each failure is logged. */
  storeWatch?: StoreWatch | undefined
  tick(): Promise<unknown>
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null

  const { log, name: loop } = options
  let failing: string | null = null

  function reportFailure(error: unknown): void {
    if (options.storeWatch && isStoreFailure(error)) options.storeWatch.reportFailure(error)
    else {
      failing = isProviderOutage(error) ? 'the payment provider' : 'a background loop'
      log.error({ err: error, loop }, `${failing} failed: it is tried again`)
    }
  }

  const wait = (ms: number) => pause(ms, null, { signal }).catch(() => {})

  async function run(): Promise<void> {
    if (options.firstAfterMs !== undefined) await wait(options.firstAfterMs)
    while (!signal.aborted) {
      try {
        await options.tick()
        if (failing) log.info({ loop }, `${failing} works again`)
        failing = null
      } catch (error) {
        reportFailure(error)
      }
      await wait(options.intervalMs)
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
