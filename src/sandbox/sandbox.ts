import type { Clock } from './clock'
import type { FaultRules } from './faults/fault-rules'
import type { Store } from './store/open-store'
import type { DeliverySequence } from './webhooks/delivery-sequence'
import type { Endpoints } from './webhooks/endpoints'
import type { WebhookRules } from './webhooks/webhook-rules'

/** The running card company: what every part of it works with. */
export interface Sandbox {
  store: Store
  clock: Clock
  endpoints: Endpoints
  webhookRules: WebhookRules
  sequence: DeliverySequence
  faults: FaultRules
  /** Something may be due now: a delivery, or a plan of the bank's. Never waits. */
  wake(): void
  /** A line for the log, when it is switched on. */
  log(line: string): void
}

/** Who caused what happens: events name it. Plans of the bank's own have no cause. */
export interface Cause {
  id: string | null
  idempotencyKey: string | null
}

export const ownAccord: Cause = { id: null, idempotencyKey: null }
