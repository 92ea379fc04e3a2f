import { runJobs } from '../payments/run-jobs'
import type { Sandbox } from '../sandbox'
import { deliver } from './deliver'

const atOnce = 32
const longestWaitMs = 60_000
const afterFailureMs = 1_000

export interface Queue {
  /** Looks for work soon; many calls make one look. */
  wake(): void
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>
}

/**
 * Sends what is due, runs the bank's jobs, and waits until the next is due. All it has to do is on
 * disk; what is being sent when the process dies is sent again, as the provider does.
 */
export function createQueue(sandbox: Sandbox): Queue {
  const { store, clock, sentAfter, log } = sandbox
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
        log(`the queue failed: ${String(error)}`)
        later = setTimeout(wake, afterFailureMs).unref()
      }
    })
  }

  const work = () => {
    const now = clock.now()
    runJobs(sandbox, now)
    const due = store
      .due('delivery', now, atOnce + underway.size)
      .filter(({ id }) => !underway.has(id) && isItsTurn(id))
      .slice(0, Math.max(0, atOnce - underway.size))
    for (const delivery of due) {
      const done = deliver(sandbox, delivery)
        .catch((error: unknown) => log(`delivery ${delivery.id} failed: ${String(error)}`))
        .finally(() => {
          underway.delete(delivery.id)
          sentAfter.delete(delivery.id)
          wake()
        })
      underway.set(delivery.id, done)
    }
    waitForNext(now)
  }

  /** Where an order was asked for, the one before has to have been tried. */
  const isItsTurn = (id: number) => {
    const earlier = sentAfter.get(id)
    return earlier === undefined || store.get('delivery', earlier)?.attempts !== 0
  }

  const waitForNext = (now: number) => {
    clearTimeout(later)
    const next = Math.min(
      store.nextDue('job', -1) ?? Infinity,
      store.nextDue('delivery', now) ?? Infinity,
    )
    if (next === Infinity) return
    later = setTimeout(wake, Math.min(Math.max(next - now, 1), longestWaitMs)).unref()
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
