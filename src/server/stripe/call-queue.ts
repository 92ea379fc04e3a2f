import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './payment-provider'

/** Stripe allows an account 25 calls of each operation a second (docs.stripe.com/rate-limits). */
const perSecond = 15
/** After a rejected call the queue rests, ms. */
const restMs = 1_000
/** After a quiet time the queue makes up for so much of it, ms, so four or five calls start at once. */
const burstMs = 300
/**
 * No visitor waits longer, ms. So no network may have more calls waiting than can be served in that time.
 */
const maxWaitMs = 4_000
const maxWaiting = (perSecond * maxWaitMs) / 1_000

export interface CallQueue {
  /** Must be called when the provider answers that there were too many calls. */
  backOff(): void
  /** Resolves to true once the call may start, or to false if its turn did not come in time. */
  wait(caller: Caller): Promise<boolean>
}

/**
 * Gives calls of one operation their turns at the provider. Without it a stranger could use up all that
 * the provider allows. Fifteen calls start each second. Calls for captured payments go first, then one
 * call of each network (start-time fair queueing). So however many calls a stranger causes, the next call
 * of another network waits for only one of them.
 */
export function createCallQueue(): CallQueue {
  let nextAt = 0
  let isServing = false
  /** The place of the call that was served last. `places` has the last place of each network. */
  let reached = 0
  const places = new Map<string, number>()
  let waiting: { network: string; place: number; start(): void }[] = []

  function takeTurn(): void {
    nextAt = Math.max(performance.now() - burstMs, nextAt) + 1_000 / perSecond
  }

  async function serve(): Promise<void> {
    if (isServing) return
    isServing = true
    while (waiting.length > 0) {
      await pause(Math.max(0, nextAt - performance.now()))
      // Serve the lowest place first, and at equal places the first that came. It may have given up
      // meanwhile.
      const [next] = waiting.sort((one, other) => one.place - other.place)
      if (!next) break
      waiting = waiting.slice(1)
      reached = Math.max(reached, next.place)
      takeTurn()
      next.start()
    }
    places.clear()
    isServing = false
  }

  return {
    backOff(): void {
      nextAt = Math.max(nextAt, performance.now() + restMs)
    },
    async wait({ network = '', isCaptured = false }) {
      if (waiting.length === 0 && performance.now() >= nextAt) {
        takeTurn()
        return true
      }
      const own = waiting.filter(one => one.network === network).length
      if (!isCaptured && own >= maxWaiting) return false
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
        const entry = { network, place, start }
        waiting.push(entry)
        void serve()
      })
    },
  }
}
