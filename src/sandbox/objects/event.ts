import type { ApiObject } from '../store/object-rows'

/** Something that happened, as the provider tells it to webhook endpoints and in the event list. */
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: ApiObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
