import { findLinkKey } from '../db/link-key'
import type { Store } from '../db/store'

/** A key that another process has replaced still counts until such a period ends, ms. */
const periodMs = 2_000

/**
 * Reads the key of the links every few seconds, so that a replaced key ends in all processes, and a flood
 * of forged links is no flood of queries.
 */
export function createLinkKeyReader({ db }: Pick<Store, 'db'>, now: () => number) {
  let known: { key: string | null; period: number } | null = null
  let reading: Promise<string | null> | null = null
  const findPeriod = () => Math.floor(now() / periodMs)
  const read = async () => {
    // While the store is down the last key counts, so that the page can say so.
    const found = findLinkKey(db)
    const key = await (known ? found.catch(() => known?.key ?? null) : found)
    known = { key, period: findPeriod() }
    return key
  }
  return async (): Promise<string | null> => {
    if (known?.period === findPeriod()) return known.key
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
