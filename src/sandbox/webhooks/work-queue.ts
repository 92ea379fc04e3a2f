import { carryOutPlans } from '../payment/carry-out-plans'
import type { Sandbox } from '../sandbox'
import { deliver } from './deliver'

const atOnce = 32
const longestNapMs = 60_000
const afterTroubleMs = 1_000

export interface WorkQueue {
  /** Look for work soon; many calls make one look. */
  wake(): void
  /** Resolves when nothing is on its way any more. */
  stop(): Promise<void>
}

/**
 * Sends what is due, carries out the bank's own plans, and sleeps until the next is due. All it has
 * to do is on disk; what is on its way when the process dies is sent again, as the provider does.
 */
export function workQueue(sandbox: Sandbox): WorkQueue {
  const underway = new Map<number, Promise<void>>()
  let stopped = false
  let soon: NodeJS.Immediate | undefined
  let later: NodeJS.Timeout | undefined

  const wake = () => {
    if (stopped || soon) return
    soon = setImmediate(() => {
      soon = undefined
      try {
        if (!stopped) work()
      } catch (error) {
        sandbox.log(`the queue failed: ${String(error)}`)
        later = setTimeout(wake, afterTroubleMs).unref()
      }
    })
  }

  const work = () => {
    const now = sandbox.clock.now()
    carryOutPlans(sandbox, now)
    const due = sandbox.store.deliveries
      .dueBy(now, atOnce + underway.size)
      .filter(delivery => !underway.has(delivery.id) && isItsTurn(sandbox, delivery.id))
      .slice(0, Math.max(0, atOnce - underway.size))
    for (const delivery of due) {
      const done = deliver(sandbox, delivery)
        .catch((error: unknown) => sandbox.log(`delivery ${delivery.id} failed: ${String(error)}`))
        .finally(() => {
          underway.delete(delivery.id)
          sandbox.sequence.forget(delivery.id)
          wake()
        })
      underway.set(delivery.id, done)
    }
    sleepUntilNext(now)
  }

  const sleepUntilNext = (now: number) => {
    clearTimeout(later)
    const { plans, deliveries } = sandbox.store
    const next = Math.min(plans.nextDue() ?? Infinity, deliveries.nextDueAfter(now) ?? Infinity)
    if (next === Infinity) return
    later = setTimeout(wake, Math.min(Math.max(next - now, 1), longestNapMs))
    later.unref()
  }

  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(later)
      if (soon) clearImmediate(soon)
      await Promise.race([
        Promise.all(underway.values()),
        new Promise(resolve => setTimeout(resolve, 200).unref()),
      ])
    },
  }
}

/** Where an order was asked for, the one before has to have been tried. */
function isItsTurn({ store, sequence }: Sandbox, id: number): boolean {
  const earlier = sequence.before(id)
  return earlier === undefined || store.deliveries.get(earlier)?.attempts !== 0
}
