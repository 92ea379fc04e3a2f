import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs `tick` at once on `start`, then again `intervalMs` after the previous one finished. Ticks never
 * overlap; errors are logged. A tick reads its work from the store, so a process restart loses nothing.
 */
export function createLoop(options: {
  name: string
  intervalMs: number
  log: FastifyBaseLogger
  tick(): Promise<unknown>
}) {
  let stopped = true
  let endPause = () => {}
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await options.tick()
      } catch (error) {
        options.log.error({ err: error, loop: options.name }, 'a background loop tick failed')
      }
      if (!stopped) await pause()
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
      running = run()
    },
    /** Stops the loop and waits for the running tick to finish. */
    async stop() {
      stopped = true
      endPause()
      await running
    },
  }
}
