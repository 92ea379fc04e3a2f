import * as v from 'valibot'
import { randomText } from './ids'
import type { Job } from './records'
import type { Fault, RuleList, WebhookRule } from './rules'
import type { Store } from './store'
import type { createTraffic } from './traffic'
import type { loadEndpoints } from './webhook-endpoints'

/** The request that caused an event; a bank's own decision has none. */
interface Cause {
  id: string | null
  idempotency_key: string | null
}

/** The running sandbox; each request has a copy with its cause. */
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

/** What the next visitor's device has, and the domains registered in the dashboard. */
export const Wallets = v.strictObject({
  available: v.optional(v.array(v.picklist(['apple_pay', 'google_pay'])), []),
  /** The status of Apple Pay by domain. */
  domains: v.optional(v.record(v.string(), v.picklist(['active', 'inactive'])), {}),
})

export function loadWallets(store: Store) {
  return store.setting<v.InferOutput<typeof Wallets>>('wallets', v.parse(Wallets, {}))
}

/**
 * The sandbox's time: real time plus an offset, which tests move either way. It is saved, so that
 * an expired key does not come back to life after a restart.
 */
export function createClock(now: () => number, store: Store) {
  const ahead = store.setting('clock', 0)
  return {
    now: () => now() + ahead.get(),
    /** Whole seconds since 1970, as the API writes its times. */
    seconds: () => Math.floor((now() + ahead.get()) / 1000),
    /** Negative turns the clock back. */
    advance: (ms: number) => ahead.set(ahead.get() + ms),
  }
}

/** Schedules a job of the bank; `afterMs` on the sandbox's clock. */
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
