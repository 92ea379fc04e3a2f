import { createHmac, randomBytes } from 'node:crypto'
import { minuteMs } from '../../shared/durations'
import type { ThankedOrder } from '../../shared/order-form'

/** Long enough to read a page and reload it, in ms. */
const keptMs = 10 * minuteMs
const mostKept = 500
/** Of a name's random half and of its signature: 128 bits each. */
const halfLength = 22

export type ThankedOrders = ReturnType<typeof createThankedOrders>

interface KeptOrder {
  name: string
  purpose: string
  /** The same had come before, perhaps from somebody else. */
  isRepeated: boolean
}

/**
 * What was ordered without the script, for the thanks after the redirect: an address holds no names.
 * In memory: another process, or this one after a restart, thanks without them. All sign with the same
 * `key`, so that nobody is thanked by a link that somebody made up.
 */
export function createThankedOrders(now: () => number, key: string) {
  const kept = new Map<string, { order: ThankedOrder; until: number }>()
  const sign = (half: string) =>
    half + createHmac('sha256', key).update(half).digest('base64url').slice(0, halfLength)
  return {
    /** Returns a name that cannot be guessed. */
    keep({ isRepeated, ...order }: KeptOrder): string {
      const name = sign(randomBytes(16).toString('base64url'))
      const [oldest] = kept.keys()
      if (oldest && kept.size >= mostKept) kept.delete(oldest)
      const againKey = isRepeated ? name : undefined
      kept.set(name, { order: { ...order, againKey }, until: now() + keptMs })
      setTimeout(() => kept.delete(name), keptMs).unref()
      return name
    },
    /** undefined: nothing was ordered under this name. */
    find(name: string): { order: ThankedOrder | undefined } | undefined {
      if (name !== sign(name.slice(0, halfLength))) return undefined
      const found = kept.get(name)
      return { order: found && found.until > now() ? found.order : undefined }
    },
  }
}
