import type { Sandbox } from '../sandbox'

export interface QueueState {
  pending: number
  withheld: number
  succeeded: number
  failed: number
  /** Things the bank will still do by itself. */
  plans: number
}

export function queueState({ store }: Sandbox): QueueState {
  const counts = { pending: 0, withheld: 0, succeeded: 0, failed: 0 }
  for (const { state, count } of store.deliveries.countByState()) counts[state] = count
  return { ...counts, plans: store.plans.count() }
}

const lookAgainMs = 20

/**
 * Everything that waits for its time is due now; then waits until each has been tried once, or the
 * time is up (milliseconds). What is refused stays pending, and what is withheld stays withheld.
 */
export async function drainQueue(sandbox: Sandbox, timeoutMs: number): Promise<QueueState> {
  const { store, clock, wake } = sandbox
  const deadline = Date.now() + timeoutMs
  const attempts = new Map<number, number>()
  while (Date.now() < deadline) {
    store.plans.allDue(clock.now())
    const waiting = store.deliveries
      .inState('pending')
      .filter(delivery => delivery.attempts <= (attempts.get(delivery.id) ?? delivery.attempts))
    if (waiting.length === 0 && store.plans.count() === 0) break
    for (const delivery of waiting) {
      attempts.set(delivery.id, attempts.get(delivery.id) ?? delivery.attempts)
      if (delivery.due > clock.now()) store.deliveries.save({ ...delivery, due: clock.now() })
    }
    wake()
    await new Promise(resolve => setTimeout(resolve, lookAgainMs))
  }
  return queueState(sandbox)
}
