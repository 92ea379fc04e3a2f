import type { FastifyBaseLogger } from 'fastify'

/**
 * Work that is done again and again: `turn` every `pauseMs`, never twice at once; a failing turn is
 * logged and tried again. What causes it lies in the store, so a restart forgets nothing.
 */
export function createLoop(options: {
  name: string
  pauseMs: number
  log: FastifyBaseLogger
  turn(): Promise<unknown>
}) {
  let stopped = true
  let woken = false
  let endPause = () => {}
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false
      try {
        await options.turn()
      } catch (error) {
        options.log.error({ err: error, loop: options.name }, 'a background turn failed')
      }
      if (!woken && !stopped) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, options.pauseMs)
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
    /** Does the work soon, because something may be due. */
    wake() {
      woken = true
      endPause()
    },
    /** No new turn begins; the one under way is waited for. */
    async stop() {
      stopped = true
      endPause()
      await running
      running = null
    },
  }
}
