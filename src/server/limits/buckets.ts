import { addToBuckets } from '../db/buckets'
import type { Store } from '../db/store'

/** Holds `burst` requests; one returns every `refillMs`. */
export interface Bucket {
  key: string
  burst: number
  refillMs: number
}

/** What is known of a bucket that is not full. */
interface Level {
  /** When it is full again, ms. */
  fullAt: number
  refillMs: number
  /** Taken here, and not in the database yet. */
  unstored: number
}

/** Far more than a day's visitors. */
const maxKnown = 100_000
const maxPerStatement = 500
/** A clock that was set back leaves times that nobody could have reached. */
const maxClockStepMs = 60_000

/**
 * Buckets of requests (the generic cell rate algorithm). Several processes count in their memory, where no
 * request waits for the commit of another, and add what they took to the database when `exchange` is
 * called: so long they do not know of the others' requests.
 */
export function createBuckets({ db }: Pick<Store, 'db'>, now: () => number) {
  /** The one that was used longest ago is first. */
  const levels = new Map<string, Level>()
  let exchangedAt = now()

  /** Takes one from each bucket, or from none. Resolves to the ms until it may; 0: taken. */
  function consume(buckets: Bucket[]): number {
    const at = now()
    const next = buckets.map(bucket => {
      const { key, burst, refillMs } = bucket
      const { fullAt = at, unstored = 0 } = levels.get(key) ?? {}
      const latest = at + burst * refillMs
      const from = fullAt <= latest + maxClockStepMs ? Math.max(at, fullAt) : at
      const level = { fullAt: from + refillMs, refillMs, unstored: unstored + 1 }
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
    // Before any of it was taken: since now, a bucket that was full would lose what has returned.
    const since = Math.min(exchangedAt, startedAt)
    // In one order in all processes: two that lock the same rows in another would block each other.
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
        level.fullAt = Math.max(level.fullAt, fullAt + level.unstored * level.refillMs)
      }
    }
    exchangedAt = startedAt
  }

  return { consume, exchange }
}
