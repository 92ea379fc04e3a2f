import type { Faults } from './faults'
import { randomText } from './ids'
import type { WebhookRules } from './rules'
import type { Job, Store } from './store'
import type { Endpoints } from './webhooks/endpoints'

/** What every part of the running sandbox works with. */
export interface Sandbox {
  store: Store
  clock: Clock
  endpoints: Endpoints
  webhookRules: WebhookRules
  faults: Faults
  /** Which delivery is sent only after which, in memory: a restart promises no order. */
  sentAfter: Map<number, number>
  /** A delivery or a job may be due now. Does not wait. */
  wake(): void
  /** A line for the log, when it is switched on. */
  log(line: string): void
}

/** The request that caused an event; a bank's own decision has none. */
export interface Cause {
  id: string | null
  idempotencyKey: string | null
}

export const noCause: Cause = { id: null, idempotencyKey: null }

/** The sandbox's time: real time plus an offset, which tests move either way. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Whole seconds since 1970, as the API writes its times. */
  seconds(): number
  /** The offset, in milliseconds. */
  aheadMs(): number
  /** Negative turns the clock back. */
  advance(ms: number): void
}

/** `saved` keeps the offset across a restart, so that an expired key does not come back to life. */
export function createClock(
  now: () => number,
  saved: { read(): number; write(ms: number): void },
): Clock {
  let ahead = saved.read()
  return {
    now: () => now() + ahead,
    seconds: () => Math.floor((now() + ahead) / 1000),
    aheadMs: () => ahead,
    advance: ms => {
      ahead += ms
      saved.write(ahead)
    },
  }
}

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
