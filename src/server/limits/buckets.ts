import { addToSharedBuckets } from '../db/buckets'
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
  unshared: number
}

/** Far more than a day's visitors. */
const maxKnown = 100_000
const maxPerStatement = 500
/** A clock that was set back leaves times that nobody could have reached. */
const maxClockStepMs = 60_000

/**
 * Buckets of requests (the generic cell rate algorithm). Several processes count in their memory, where no
 * request waits for the commit of another, and add what they took to the database when `share` is
 * called: so long they do not know of the others' requests.
 */
export function createBuckets({ db }: Pick<Store, 'db'>, now: () => number) {
  /** The one that was used longest ago is first. */
  const levels = new Map<string, Level>()
  let sharedAt = now()

  /** Takes one from each bucket, or from none. Resolves to the ms until it may; 0: taken. */
  function take(buckets: Bucket[]): number {
    const at = now()
    const next = buckets.map(bucket => {
      const { key, burst, refillMs } = bucket
      const { fullAt = at, unshared = 0 } = levels.get(key) ?? {}
      const latest = at + burst * refillMs
      const from = fullAt <= latest + maxClockStepMs ? Math.max(at, fullAt) : at
      const level = { fullAt: from + refillMs, refillMs, unshared: unshared + 1 }
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

  async function share(): Promise<void> {
    const startedAt = now()
    // Before any of it was taken: since now, a bucket that was full would lose what has returned.
    const since = Math.min(sharedAt, startedAt)
    // In one order in all processes: two that lock the same rows in another would block each other.
    const unshared = [...levels].filter(([, { unshared }]) => unshared > 0).sort()
    for (let start = 0; start < unshared.length; start += maxPerStatement) {
      const taken = unshared
        .slice(start, start + maxPerStatement)
        .map(([key, level]) => ({ key, count: level.unshared, refillMs: level.refillMs }))
      const rows = taken.map(({ key, count, refillMs }) => ({
        key,
        takenMs: Math.ceil(count * refillMs),
      }))
      const shared = new Map(
        (await addToSharedBuckets(db, rows, since)).map(row => [row.key, row.fullAt]),
      )
      for (const { key, count } of taken) {
        const level = levels.get(key)
        const fullAt = shared.get(key)
        if (!level || fullAt === undefined) continue
        level.unshared -= count
        level.fullAt = Math.max(level.fullAt, fullAt + level.unshared * level.refillMs)
      }
    }
    sharedAt = startedAt
  }

  return { take, share }
}
