import { findLinkKey } from '../db/link-key'
import type { Store } from '../db/store'

/** A key that another process has replaced still counts for so long, ms. */
const keyKnownMs = 2_000

/**
 * Reads the key of the links every few seconds, so that a replaced key ends in all processes, and a flood
 * of forged links is no flood of queries.
 */
export function createLinkKeyReader({ db }: Pick<Store, 'db'>, now: () => number) {
  let known: { key: string | null; at: number } | null = null
  let reading: Promise<string | null> | null = null
  const read = async () => {
    // While the store is down the last key counts, so that the page can say so.
    const found = findLinkKey(db)
    const key = await (known ? found.catch(() => known?.key ?? null) : found)
    known = { key, at: now() }
    return key
  }
  return async (): Promise<string | null> => {
    if (known && Math.abs(now() - known.at) < keyKnownMs) return known.key
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
