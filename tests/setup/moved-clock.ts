import type { Clock } from '../../src/server/clock'

/**
 * A clock that a test moves. Moved forward, time has passed; moved back, it was set, and `adopt` says so
 * once, as it does of the system's.
 */
export function createMovedClock(now: () => number): Clock {
  let latest = now()
  return {
    now,
    adopt() {
      const step = Math.min(0, now() - latest)
      latest = now()
      return step
    },
  }
}
