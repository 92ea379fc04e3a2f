import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs `tick` every `intervalMs`, never two at a time; a failure is logged. Pending work is in the
 * store, so a restart loses nothing.
 */
export function createLoop(options: {
  name: string
  intervalMs: number
  log: FastifyBaseLogger
  tick(): Promise<unknown>
}) {
  let stopped = true
  let woken = false
  let endPause = () => {}
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false
      try {
        await options.tick()
      } catch (error) {
        options.log.error({ err: error, loop: options.name }, 'a background tick failed')
      }
      if (!woken && !stopped) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, options.intervalMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    start() {
      stopped = false
      running ??= run()
    },
    /** Skips the rest of the interval. */
    wake() {
      woken = true
      endPause()
    },
    /** Waits for the running tick. */
    async stop() {
      stopped = true
      endPause()
      await running
      running = null
    },
  }
}
