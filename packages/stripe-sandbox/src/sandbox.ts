import * as v from 'valibot'
import { randomText } from './ids'
import type { Job } from './records'
import type { Fault, RuleList, WebhookRule } from './rules'
import type { Store } from './store'
import type { createTraffic } from './traffic'
import type { loadEndpoints } from './webhook-endpoints'

/** The request that caused an event. An event that a bank decided by itself has none. */
interface Cause {
  id: string | null
  idempotency_key: string | null
}

/** The running sandbox. Each request has a copy that names it as the cause. */
export interface Sandbox {
  cause: Cause
  store: Store
  clock: ReturnType<typeof createClock>
  endpoints: ReturnType<typeof loadEndpoints>
  webhookRules: RuleList<WebhookRule>
  faults: RuleList<Fault>
  traffic: ReturnType<typeof createTraffic>
  wallets: ReturnType<typeof loadWallets>
  wake(): void
}

/** The wallets of the next visitor's device, and the domains that are registered in the dashboard. */
export const Wallets = v.strictObject({
  available: v.optional(v.array(v.picklist(['apple_pay', 'google_pay'])), []),
  /** The status of Apple Pay by domain. */
  domains: v.optional(v.record(v.string(), v.picklist(['active', 'inactive'])), {}),
})

export function loadWallets(store: Store) {
  return store.setting<v.InferOutput<typeof Wallets>>('wallets', v.parse(Wallets, {}))
}

/**
 * Creates the sandbox's clock, which is the real time and an offset. Tests move the offset in both
 * directions. It is saved, or an expired key would be valid again after a restart.
 */
export function createClock(now: () => number, store: Store) {
  const ahead = store.setting('clock', 0)
  return {
    now: () => now() + ahead.get(),
    /** Returns whole seconds since 1970, which is how the API writes times. */
    seconds: () => Math.floor((now() + ahead.get()) / 1000),
    /** Moves the clock, back if `ms` is negative. */
    advance: (ms: number) => ahead.set(ahead.get() + ms),
  }
}

/** Schedules a job of the bank, `afterMs` from now on the sandbox's clock. */
export function addJob(
  { store, clock }: Sandbox,
  action: Job['action'],
  target: string,
  afterMs: number,
): void {
  store.put('job', { id: `job_${randomText(12)}`, due: clock.now() + afterMs, action, target })
}

export function dropJobs({ store }: Sandbox, target: string): void {
  for (const job of store.list('job', { scope: target })) store.remove('job', job.id)
}
