import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createRetry, type Retry, StoreBusyError } from './failures'

/**
 * How many transactions of each kind run at once, of PostgreSQL's ten connections or on SQLite's one.
 * Strangers can fill the others with as much as they like: what a captured payment depends on, and our
 * own loops but for what they write of unpaid payments, are in `paid` and never queue behind them.
 */
const sizes = {
  /** A captured payment depends on it, or it is our own. */
  paid: { postgres: 10, sqlite: 10 },
  /** The words of orders, before their cards are confirmed: all that wait are written together. */
  words: { postgres: 1, sqlite: 1 },
  /** Payments that nobody has paid yet, or that nobody could read: declined cards, canceled intents. */
  unpaid: { postgres: 2, sqlite: 1 },
  /** Orders without a donation, and new intents. */
  free: { postgres: 5, sqlite: 1 },
}

export type LaneName = keyof typeof sizes

/** Work that waited longer is rejected unbegun: its visitor is about to give up. */
const maxWaitMs = 10_000

const maxRestMs = 200

interface Lane {
  /** Runs work that does nothing but queries once it has its turn. */
  enter<T>(work: () => Promise<T>): Promise<T>
  /** The same, again after a conflict: for a transaction. A statement alone repeats itself. */
  run: Retry
  /** For the metrics. */
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
        // SQLite blocks the event loop, which accepts one connection a turn. On a slow disk it is
        // left to others for as long as a stranger's transaction took.
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
