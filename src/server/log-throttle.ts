import { minuteMs } from '../shared/durations'

/**
 * Strangers and outages cause the same line with every request. A throttle lets each kind of line
 * through once a minute, by a count that no change of the clock touches.
 */
export function createLogThrottle(): (kind?: string) => boolean {
  const loggedAt = new Map<string, number>()
  return (kind = '') => {
    const at = performance.now()
    if (at - (loggedAt.get(kind) ?? -Infinity) < minuteMs) return false
    loggedAt.set(kind, at)
    return true
  }
}
