import { randomText } from '../ids'
import type { Sandbox } from '../sandbox'
import type { Job } from '../store'

/** What the bank will do by itself; `afterMs` on the sandbox's clock. */
export function addJob(
  { store, clock }: Sandbox,
  action: Job['action'],
  target: string,
  afterMs: number,
): void {
  store.put('job', { id: `job_${randomText(12)}`, due: clock.now() + afterMs, action, target })
}

/** The bank has decided already: nothing is left to do later. */
export function dropJobs({ store }: Sandbox, target: string): void {
  for (const job of store.list('job', { scope: target })) store.remove('job', job.id)
}
