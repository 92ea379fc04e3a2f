import type { Store } from './store'

/**
 * Counts requests with a secret key, and rejects those above the limit, if one is set. A named
 * operation is an endpoint, whatever the id; the provider allows 25 a second for each
 * and 100 in all (25 in test mode; docs.stripe.com/rate-limits). Rejected ones count too.
 */
export function createTraffic(store: Store) {
  const counts = new Map<string, number>()
  const recent = new Map<string, number[]>()
  const limit = store.setting<{ per_second: number; in_all: number } | null>('rate limit', null)

  /** False: the last second is full. */
  const takeSlot = (bucket: string, max: number, now: number): boolean => {
    const times = (recent.get(bucket) ?? []).filter(time => time > now - 1000)
    recent.set(bucket, times)
    if (times.length >= max) return false
    times.push(now)
    return true
  }
  return {
    counts: () => Object.fromEntries(counts),
    limit,
    /** Which limit this request exceeds, in the words of the provider's header. */
    reject(account: string, endpoint: string): 'endpoint-rate' | 'global-rate' | undefined {
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
      const max = limit.get()
      if (!max) return undefined
      const now = performance.now()
      if (!takeSlot(`${account} ${endpoint}`, max.per_second, now)) return 'endpoint-rate'
      return takeSlot(account, max.in_all, now) ? undefined : 'global-rate'
    },
  }
}
