import { setTimeout as wait } from 'node:timers/promises'
import { accountOf, newId } from './ids'
import { settleIntent } from './payments/attempt'
import { settleRefund } from './payments/refunds'
import type { Job } from './records'
import type { Sandbox } from './sandbox'
import { deliver } from './webhooks/deliver'
import { sendEvent } from './webhooks/send-event'

const maxInFlight = 32
const maxWaitMs = 60_000

/**
 * Sends due deliveries and runs the bank's due jobs. All of them are on disk. A delivery that is in flight
 * when the process dies is sent again, as the provider does.
 */
export function createQueue(sandbox: Sandbox) {
  const { store, clock } = sandbox
  const inFlight = new Map<string, Promise<void>>()
  let stopped = false
  let soon: NodeJS.Immediate | undefined
  let later: NodeJS.Timeout | undefined

  /** Looks for work soon. Many calls at once cause one look. */
  const wake = () => {
    if (stopped || soon) return
    soon = setImmediate(() => {
      soon = undefined
      if (!stopped) work()
    })
  }

  const work = () => {
    const now = clock.now()
    runJobs(sandbox, now)
    const due = store
      .due('delivery', now, maxInFlight + inFlight.size)
      .filter(({ id, after }) => !inFlight.has(id) && wasTried(after))
      .slice(0, Math.max(0, maxInFlight - inFlight.size))
    for (const delivery of due) {
      const done = deliver(sandbox, delivery)
        .catch(error => {
          // Once the queue has stopped, the store is closed, and a delivery that ends later cannot be
          // saved.
          if (!stopped) throw error
        })
        .finally(() => {
          inFlight.delete(delivery.id)
          wake()
        })
      inFlight.set(delivery.id, done)
    }
    waitForNext(now)
  }

  /** Returns whether the delivery before this one in a chain was tried. */
  const wasTried = (id: string | null) => id === null || store.get('delivery', id)?.attempts !== 0

  const waitForNext = (now: number) => {
    clearTimeout(later)
    const next = Math.min(
      store.nextDue('job', -1) ?? Infinity,
      store.nextDue('delivery', now) ?? Infinity,
    )
    if (next === Infinity) return
    later = setTimeout(wake, Math.min(Math.max(next - now, 1), maxWaitMs)).unref()
  }

  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(later)
      await Promise.race([Promise.all(inFlight.values()), wait(200, undefined, { ref: false })])
    },
  }
}

const maxJobs = 50

const actions: Readonly<Record<Job['action'], (sandbox: Sandbox, target: string) => unknown>> = {
  settle_intent: settleIntent,
  settle_charge: (sandbox, id) => {
    const charge = sandbox.store.get('charge', id)
    if (!charge) return
    const settled = { ...charge, balance_transaction: newId('txn', accountOf(id)) }
    sandbox.store.put('charge', settled)
    sendEvent(sandbox, 'charge.updated', settled, { balance_transaction: null })
  },
  complete_refund: (sandbox, id) => settleRefund(sandbox, id, 'succeeded'),
  fail_refund: (sandbox, id) => settleRefund(sandbox, id, 'failed'),
}

function runJobs(sandbox: Sandbox, now: number): void {
  for (const job of sandbox.store.due('job', now, maxJobs))
    sandbox.store.transaction(() => {
      sandbox.store.remove('job', job.id)
      actions[job.action](sandbox, job.target)
    })
}
