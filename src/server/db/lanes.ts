import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createRetry, type Retry, StoreBusyError } from './failures'

/**
 * Each transaction runs in a lane, and a lane bounds how many of them run at once. Without lanes a stranger
 * could take all of PostgreSQL's ten connections, or SQLite's one. Strangers can saturate `words` (the words
 * before a card is confirmed), `unpaid` (payments that were read as unpaid) and `free` (orders without a
 * donation, and new intents). Everything that a captured payment depends on runs in `paid`, and so do our
 * own loops unless they write of an unpaid payment, so they never wait behind strangers.
 */
const sizes = {
  paid: { postgres: 10, sqlite: 10 },
  words: { postgres: 1, sqlite: 1 },
  unpaid: { postgres: 2, sqlite: 1 },
  free: { postgres: 5, sqlite: 1 },
}

export type LaneName = keyof typeof sizes

/** Work that has waited longer is rejected, because its visitor is about to give up, ms. */
const maxWaitMs = 10_000

const maxRestMs = 200

interface Lane {
  /** Runs one statement once it has its turn. */
  enter<T>(work: () => Promise<T>): Promise<T>
  /** Runs a transaction once it has its turn, and again after a conflict. */
  run: Retry
  running(): number
  waiting(): number
}

export type Lanes = Record<LaneName, Lane>

export function createLanes(
  engine: keyof typeof sizes.paid,
  retryForMs: number | undefined,
): Lanes {
  const create = (name: LaneName): Lane => {
    const limit = pLimit(sizes[name][engine])
    const retry = createRetry(retryForMs)
    const mayRest = engine === 'sqlite' && name !== 'paid'
    let restUntil = 0
    const enter: Lane['enter'] = work => {
      const askedAt = performance.now()
      return limit(async () => {
        if (performance.now() - askedAt > maxWaitMs) throw new StoreBusyError()
        // SQLite blocks the event loop. On a slow disk a stranger's transaction is followed by a rest
        // as long as it took, so that requests are still accepted.
        const restMs = restUntil - performance.now()
        await (mayRest && restMs > 1 ? pause(Math.min(restMs, maxRestMs)) : setImmediate())
        const startedAt = performance.now()
        try {
          return await work()
        } finally {
          restUntil = 2 * performance.now() - startedAt
        }
      })
    }
    return {
      enter,
      run: work => enter(() => retry(work)),
      running: () => limit.activeCount,
      waiting: () => limit.pendingCount,
    }
  }
  return {
    paid: create('paid'),
    words: create('words'),
    unpaid: create('unpaid'),
    free: create('free'),
  }
}
