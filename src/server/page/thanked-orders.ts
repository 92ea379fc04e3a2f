import { randomBytes } from 'node:crypto'
import type { ThankedOrder } from '../../shared/order-form'

/** Long enough to read a page and reload it, in ms. */
const keptMs = 10 * 60_000
const mostKept = 500

export type ThankedOrders = ReturnType<typeof createThankedOrders>

interface KeptOrder {
  name: string
  purpose: string
  /** The same had come before, perhaps from somebody else. */
  isRepeated: boolean
}

/**
 * What was ordered without the script, for the thanks after the redirect: an address holds no names.
 * In memory: another process, or this one after a restart, thanks without them.
 */
export function createThankedOrders(now: () => number) {
  const kept = new Map<string, { order: ThankedOrder; until: number }>()
  return {
    /** Returns a name that cannot be guessed. */
    keep({ isRepeated, ...order }: KeptOrder): string {
      const id = randomBytes(16).toString('base64url')
      const [oldest] = kept.keys()
      if (oldest && kept.size >= mostKept) kept.delete(oldest)
      const againKey = isRepeated ? id : undefined
      kept.set(id, { order: { ...order, againKey }, until: now() + keptMs })
      setTimeout(() => kept.delete(id), keptMs).unref()
      return id
    },
    find(id: string): ThankedOrder | undefined {
      const found = kept.get(id)
      return found && found.until > now() ? found.order : undefined
    },
  }
}
