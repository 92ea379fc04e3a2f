import { addToBuckets } from '../db/buckets'
import type { Store } from '../db/store'

/** A bucket holds `burst` requests, and one returns every `refillMs`. */
export interface Bucket {
  key: string
  burst: number
  refillMs: number
}

interface Level {
  fullAt: number
  refillMs: number
  /** An empty bucket takes so long to fill. */
  capacityMs: number
  /** How many were taken here and are not in the database yet. */
  unstored: number
}

/** This is far more than a day's visitors. */
const maxKnown = 100_000
const maxPerStatement = 500

/**
 * Counts requests in buckets (the generic cell rate algorithm). Each process counts in memory, so no request
 * waits for a commit, and adds its counts to the database when `exchange` is called. Until then a process
 * does not see what the others have counted.
 */
export function createBuckets({ db }: Pick<Store, 'db'>, now: () => number) {
  /** The least recently used bucket is first. */
  const levels = new Map<string, Level>()
  let exchangedAt = now()

  /** Takes one from each bucket and returns 0, or takes none and returns how long to wait, ms. */
  function consume(buckets: Bucket[]): number {
    const at = now()
    const next = buckets.map(bucket => {
      const { key, burst, refillMs } = bucket
      const { fullAt = at, unstored = 0 } = levels.get(key) ?? {}
      const capacityMs = burst * refillMs
      const latest = at + capacityMs
      // No bucket is emptier than empty. It only seems so after the clock was set back, and then starts anew.
      const from = fullAt > latest ? at : Math.max(at, fullAt)
      const level = { fullAt: from + refillMs, refillMs, capacityMs, unstored: unstored + 1 }
      return { key, level, waitMs: level.fullAt - latest }
    })
    const waitMs = Math.max(0, ...next.map(each => each.waitMs))
    if (waitMs > 0) return waitMs
    for (const { key, level } of next) {
      levels.delete(key)
      levels.set(key, level)
    }
    for (const [key] of levels) {
      if (levels.size <= maxKnown) break
      levels.delete(key)
    }
    return 0
  }

  async function exchange(): Promise<void> {
    const startedAt = now()
    // Start before any of it was taken. Starting now, a full bucket would lose what has returned since.
    const since = Math.min(exchangedAt, startedAt)
    // All processes lock the rows in the same order, or two of them could block each other.
    const unstored = [...levels].filter(([, { unstored }]) => unstored > 0).sort()
    for (let start = 0; start < unstored.length; start += maxPerStatement) {
      const taken = unstored
        .slice(start, start + maxPerStatement)
        .map(([key, level]) => ({ key, count: level.unstored, refillMs: level.refillMs }))
      const rows = taken.map(({ key, count, refillMs }) => ({
        key,
        takenMs: Math.ceil(count * refillMs),
      }))
      const stored = new Map(
        (await addToBuckets(db, rows, since)).map(row => [row.key, row.fullAt]),
      )
      for (const { key, count } of taken) {
        const level = levels.get(key)
        const fullAt = stored.get(key)
        if (!level || fullAt === undefined) continue
        level.unstored -= count
        // Together processes may take more than a bucket holds before they tell each other.
        const emptyUntil = startedAt + level.capacityMs
        const told = Math.min(fullAt + level.unstored * level.refillMs, emptyUntil)
        level.fullAt = Math.max(level.fullAt, told)
      }
    }
    exchangedAt = startedAt
  }

  return { consume, exchange }
}
