import type { Store } from './store'

/**
 * Counts the requests with a secret key, and rejects those above the limit if one is set. An endpoint is a
 * method and a route, whatever the id. The provider allows 25 requests a second for each endpoint and 100
 * in all, or 25 in test mode (docs.stripe.com/rate-limits). Rejected requests are counted, too.
 */
export function createTraffic(store: Store) {
  const counts = new Map<string, number>()
  const recent = new Map<string, number[]>()
  const limit = store.setting<{ per_second: number; in_all: number } | null>('rate limit', null)

  /** Returns false if the last second has had `max` requests. */
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
    /** Returns which limit this request exceeds, in the words of the provider's header. */
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
