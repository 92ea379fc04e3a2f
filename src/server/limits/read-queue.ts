import { setTimeout as pause } from 'node:timers/promises'
import { networkShares, type providerReads } from './limits'

const maxKnown = 10_000

/**
 * Spreads an address's reads of the provider over time, so that a stranger's do not use up what
 * honest payers need. Resolves when it is this one's turn: null, or the ms that are too many to wait.
 */
export function createReadQueue(
  { perSecond, burst, maxWaitMs }: typeof providerReads,
  factor: number,
): (networks: string[]) => Promise<number | null> {
  /** When the last read of a network is due, as if they were evenly spaced, by performance.now(). */
  const dueAt = new Map<string, number>()
  return async networks => {
    const now = performance.now()
    if (dueAt.size > maxKnown) for (const [key, at] of dueAt) if (at <= now) dueAt.delete(key)
    const turns = networks.map((network, wider) => {
      const spacingMs = 1_000 / (perSecond * factor * (networkShares[wider] ?? 1))
      const due = Math.max(now, dueAt.get(network) ?? 0) + spacingMs
      return { network, due, waitMs: due - now - Math.max(1, burst * factor) * spacingMs }
    })
    const waitMs = Math.max(0, ...turns.map(turn => turn.waitMs))
    if (waitMs > maxWaitMs) return waitMs
    for (const { network, due } of turns) dueAt.set(network, due)
    if (waitMs > 0) await pause(waitMs)
    return null
  }
}
