import type { FastifyBaseLogger } from 'fastify'
import { describeError } from './create-log'
import { StoreBusyError } from './db/failures'

/** While an outage goes on, it is logged again after this time, ms. */
const remindMs = 60_000

export interface StoreWatch {
  /** Any query has failed because of the store. */
  noteFailure(error: unknown): void
  /** Whether it was down when last heard of. */
  isDown(): boolean
  /** It was written. */
  noteSuccess(): void
}

/**
 * Logs an outage of the store when it begins, once for each reason, once a minute, and when it is over:
 * not with every request that it fails. A store that is busy with strangers is not down.
 */
export function createStoreWatch(log: FastifyBaseLogger, now: () => number): StoreWatch {
  let outage: { since: number; loggedAt: number; reasons: Set<string>; failures: number } | null =
    null
  return {
    noteFailure(error) {
      // The metrics count what had to wait for too long.
      if (error instanceof StoreBusyError) return
      const { code, errcode, message } = describeError(error)
      const reason = [code, errcode, message].join(' ')
      outage ??= { since: now(), loggedAt: 0, reasons: new Set(), failures: 0 }
      outage.failures += 1
      if (outage.reasons.has(reason) && Math.abs(now() - outage.loggedAt) < remindMs) return
      outage.reasons.add(reason)
      outage.loggedAt = now()
      log.error({ err: error, failures: outage.failures }, 'the store is down')
    },
    isDown: () => outage !== null,
    noteSuccess() {
      if (!outage) return
      const { since, failures } = outage
      log.info({ seconds: Math.round((now() - since) / 1000), failures }, 'the store is back')
      outage = null
    },
  }
}
