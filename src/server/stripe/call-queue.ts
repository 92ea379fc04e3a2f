import { setTimeout as pause } from 'node:timers/promises'
import type { Payer } from './payment-provider'

/** Stripe allows an account 25 of each operation (docs.stripe.com/rate-limits). */
const perSecond = 15
/** After a rejected call, ms: until the next one, and until calls need no turn again. */
const restMs = 1_000
const limitedMs = 30_000
/** A busy process makes up for turns that came late by so much, ms: five calls, still fewer than allowed. */
const lateMs = 300
/** Visitors wait no longer, ms. */
const maxWaitMs = 4_000

export interface CallQueue {
  /** The provider answered that there were too many calls. */
  noteTooMany(): void
  /** Resolves once the call may start; false: it would wait for too long. */
  wait(payer: Payer): Promise<boolean>
}

/**
 * Turns of one of the provider's operations, once it has answered that there were too many: first what
 * a captured payment needs, then one of each network (start-time fair queueing). However many calls
 * a stranger causes, another network's next one waits for one of his.
 */
export function createCallQueue(): CallQueue {
  let limitedUntil = 0
  let nextAt = 0
  let isServing = false
  /** Of the call that was served last, and each network's last place. */
  let reached = 0
  const places = new Map<string, number>()
  let waiting: { place: number; start(): void }[] = []

  async function serve(): Promise<void> {
    if (isServing) return
    isServing = true
    while (waiting.length > 0) {
      await pause(Math.max(0, nextAt - performance.now()))
      // Those that came first of the lowest place. They may have given up meanwhile.
      const [next] = waiting.sort((one, other) => one.place - other.place)
      if (!next) break
      waiting = waiting.slice(1)
      reached = Math.max(reached, next.place)
      nextAt = Math.max(performance.now() - lateMs, nextAt) + 1_000 / perSecond
      next.start()
    }
    places.clear()
    isServing = false
  }

  return {
    noteTooMany(): void {
      const now = performance.now()
      limitedUntil = now + limitedMs
      nextAt = Math.max(nextAt, now + restMs)
    },
    async wait({ network = '', isCaptured = false }) {
      if (waiting.length === 0 && performance.now() >= limitedUntil) return true
      const place = isCaptured ? 0 : Math.max(reached, places.get(network) ?? 0) + 1
      if (!isCaptured) places.set(network, place)
      return new Promise<boolean>(resolve => {
        const timer = setTimeout(() => {
          waiting = waiting.filter(one => one !== entry)
          resolve(false)
        }, maxWaitMs)
        const start = () => {
          clearTimeout(timer)
          resolve(true)
        }
        const entry = { place, start }
        waiting.push(entry)
        void serve()
      })
    },
  }
}
