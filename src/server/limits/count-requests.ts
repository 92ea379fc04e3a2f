import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { clientOf, isShared } from '../db/engines'
import type { Store } from '../db/store'
import { BoundedCounter } from './bounded-counter'
import type { Allowance } from './limits'

/** Counts requests by key. Resolves to the ms until the next one is allowed; 0: this one is. */
export type CountRequest = (key: string) => Promise<number>

/** Counts in this process alone. */
export function countHere(name: string, allowance: Allowance): CountRequest {
  return countWith(new BoundedCounter(optionsOf(name, allowance)))
}

/**
 * Counts where all processes see it: the embedded store has one process, so its memory does. A
 * database that does not answer is replaced by memory; an address over its limit costs no query.
 */
export function countTogether(store: Store, name: string, allowance: Allowance): CountRequest {
  if (!isShared(store.engine)) return countHere(name, allowance)
  const options = optionsOf(name, allowance)
  return countWith(
    new RateLimiterPostgres({
      ...options,
      storeClient: clientOf(store),
      storeType: 'client',
      tableName: 'request_counts',
      tableCreated: true,
      inMemoryBlockOnConsumed: allowance.points + 1,
      insuranceLimiter: new BoundedCounter(options),
    }),
  )
}

function optionsOf(name: string, { points, seconds }: Allowance) {
  return { keyPrefix: `${name}/${seconds}`, points, duration: seconds }
}

function countWith(limiter: RateLimiterAbstract): CountRequest {
  return async key => {
    try {
      await limiter.consume(key)
      return 0
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(answer.msBeforeNext, 1)
      throw answer
    }
  }
}
