import type { FastifyBaseLogger } from 'fastify'

/** Work that is done again and again. What causes it lies in the store, so a restart forgets nothing. */
export interface Loop {
  start(): void
  /** Does the work soon, because something may be due. */
  wake(): void
  /** No new turn begins; the one under way is waited for. */
  stop(): Promise<void>
}

/** Runs `turn` every `pauseMs`, never twice at once; a failing turn is logged and tried again. */
export function createLoop(options: {
  name: string
  pauseMs: number
  log: FastifyBaseLogger
  turn(): Promise<unknown>
}): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let wokenMeanwhile = false
  let stopped = true

  async function run(): Promise<void> {
    try {
      await options.turn()
    } catch (error) {
      options.log.error({ err: error, loop: options.name }, 'a background turn failed')
    }
  }

  function begin(): void {
    clearTimeout(timer)
    if (stopped || running) {
      wokenMeanwhile = running !== null
      return
    }
    wokenMeanwhile = false
    running = run().finally(() => {
      running = null
      schedule(wokenMeanwhile ? 0 : options.pauseMs)
    })
  }

  function schedule(delayMs: number): void {
    if (!stopped) timer = setTimeout(begin, delayMs)
  }

  return {
    start() {
      stopped = false
      schedule(0)
    },
    wake: begin,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
