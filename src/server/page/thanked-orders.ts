import { createHmac, randomBytes } from 'node:crypto'
import { minuteMs } from '../../shared/durations'
import type { ThankedOrder } from '../../shared/order-form'

/** This is long enough to read a page and reload it, ms. */
const keptMs = 10 * minuteMs
const mostKept = 500
/** A name has a random half and a signature of so many characters, 128 bits each. */
const halfLength = 22

export type ThankedOrders = ReturnType<typeof createThankedOrders>

interface KeptOrder {
  name: string
  purpose: string
  /** The same order had come before, perhaps from somebody else. */
  isRepeated: boolean
}

/**
 * Keeps what was ordered without the script, for the thanks after the redirect, because an address must
 * hold no names. They are kept in memory, so another process, or this one after a restart, thanks without
 * them. All processes sign with the same `key`, so a made-up link thanks nobody.
 */
export function createThankedOrders(now: () => number, key: string) {
  const kept = new Map<string, { order: ThankedOrder; until: number }>()
  const sign = (half: string) =>
    half + createHmac('sha256', key).update(half).digest('base64url').slice(0, halfLength)
  return {
    /** Keeps an order under a name that cannot be guessed, and returns the name. */
    keep({ isRepeated, ...order }: KeptOrder): string {
      const name = sign(randomBytes(16).toString('base64url'))
      const [oldest] = kept.keys()
      if (oldest && kept.size >= mostKept) kept.delete(oldest)
      const againKey = isRepeated ? name : undefined
      kept.set(name, { order: { ...order, againKey }, until: now() + keptMs })
      setTimeout(() => kept.delete(name), keptMs).unref()
      return name
    },
    /** Returns undefined if nothing was ordered under this name. */
    find(name: string): { order: ThankedOrder | undefined } | undefined {
      if (name !== sign(name.slice(0, halfLength))) return undefined
      const found = kept.get(name)
      return { order: found && found.until > now() ? found.order : undefined }
    },
  }
}
