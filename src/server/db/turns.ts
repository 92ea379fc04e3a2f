import { AsyncLocalStorage } from 'node:async_hooks'

const first = new AsyncLocalStorage<true>()

/** Runs work whose queries wait for none that others have queued: a captured payment may depend on it. */
export function runFirst<T>(work: () => T): T {
  return first.run(true, work)
}

/** Turns on one connection: those of `runFirst` come next, the others in order of arrival. */
export function createTurns() {
  const queues = { first: [] as (() => void)[], others: [] as (() => void)[] }
  let isTaken = false
  return {
    async take(): Promise<void> {
      if (isTaken)
        await new Promise<void>(start => queues[first.getStore() ? 'first' : 'others'].push(start))
      isTaken = true
    },
    give(): void {
      const next = queues.first.shift() ?? queues.others.shift()
      if (next) next()
      else isTaken = false
    },
  }
}
