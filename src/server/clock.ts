export interface Clock {
  /** Returns the time in ms since 1970. */
  now(): number
  /** Takes over the system's time if that was set. Returns by how much, in ms; 0 means that it was not. */
  adopt(): number
}

/** Two clocks are not read at the same moment, so a smaller difference is no step, ms. */
const smallestStepMs = 1_000

/**
 * Creates the clock of a process: the system's time at the start, and what has passed since by a count that
 * nobody can set. NTP, an operator or the end of a suspension sets the system's clock at any moment. What is
 * measured then would seem to have taken years, or to end before it began. Ours steps only in `adopt`, which
 * a loop calls each second (follow-clock.ts).
 */
export function createClock(system = Date.now, elapsed = () => performance.now()): Clock {
  let origin = system() - elapsed()
  const now = () => Math.floor(origin + elapsed())
  return {
    now,
    adopt() {
      const step = system() - now()
      if (Math.abs(step) < smallestStepMs) return 0
      origin += step
      return step
    },
  }
}
