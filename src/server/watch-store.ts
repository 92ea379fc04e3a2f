import type { FastifyBaseLogger } from 'fastify'
import { describeError } from './create-log'
import { StoreBusyError } from './db/failures'
import { createLogThrottle } from './log-throttle'

export interface StoreWatch {
  /** Must be called when a query has failed because of the store. */
  reportFailure(error: unknown): void
  /** Returns whether the last report was a failure. */
  isDown(): boolean
  /** Must be called when the store was written. */
  reportSuccess(): void
}

/**
 * Logs an outage of the store when it begins, for each reason once a minute while it goes on, and when
 * it is over. A store that is busy with strangers is not down.
 */
export function createStoreWatch(log: FastifyBaseLogger, now: () => number): StoreWatch {
  let outage: { since: number; failures: number; mayLog: (reason: string) => boolean } | null = null
  return {
    reportFailure(error) {
      // A busy lane is no outage. The metrics count what waited for too long.
      if (error instanceof StoreBusyError) return
      const { code, errcode, message } = describeError(error)
      const reason = [code, errcode, message].join(' ')
      outage ??= { since: now(), failures: 0, mayLog: createLogThrottle() }
      outage.failures += 1
      if (outage.mayLog(reason))
        log.error({ err: error, failures: outage.failures }, 'the store is down')
    },
    isDown: () => outage !== null,
    reportSuccess() {
      if (!outage) return
      const { since, failures } = outage
      log.info({ seconds: Math.round((now() - since) / 1000), failures }, 'the store is back')
      outage = null
    },
  }
}
