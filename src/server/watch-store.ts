import type { FastifyBaseLogger } from 'fastify'
import { describeError } from './create-log'
import { StoreBusyError } from './db/failures'
import { createLogThrottle } from './log-throttle'

export interface StoreWatch {
  /** Any query has failed because of the store. */
  reportFailure(error: unknown): void
  /** Whether it was down when last heard of. */
  isDown(): boolean
  /** It was written. */
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
      // The metrics count what had to wait for too long.
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
