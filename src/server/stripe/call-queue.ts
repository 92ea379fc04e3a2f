import { setTimeout as pause } from 'node:timers/promises'
import type { Payer } from './payment-provider'

/** Stripe allows an account 25 of each operation (docs.stripe.com/rate-limits). */
const perSecond = 15
/** After a rejected call, ms. */
const restMs = 1_000
/** Calls after a pause start at once until they have made up for so much of it, ms: four or five of them. */
const burstMs = 300
/** Visitors wait no longer, ms. No network has more calls waiting than could be served in that time. */
const maxWaitMs = 4_000
const maxWaiting = (perSecond * maxWaitMs) / 1_000

export interface CallQueue {
  /** The provider answered that there were too many calls. */
  backOff(): void
  /** Resolves once the call may start; false: its turn did not come in time. */
  wait(payer: Payer): Promise<boolean>
}

/**
 * The turns of one of the provider's operations. Without it a stranger's calls use up what the provider
 * allows to all. They start fifteen a second: first what a captured payment needs, then one of each
 * network (start-time fair queueing), so that however many calls a stranger causes, another network's next
 * one waits for one of his.
 */
export function createCallQueue(): CallQueue {
  let nextAt = 0
  let isServing = false
  /** Of the call that was served last, and each network's last place. */
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
      // Those that came first of the lowest place. They may have given up meanwhile.
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
