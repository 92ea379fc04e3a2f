import type { Clock } from './clock'
import type { Faults } from './faults'
import type { Store } from './store'
import type { Endpoints } from './webhooks/endpoints'
import type { WebhookRules } from './webhooks/rules'

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
