import type Stripe from 'stripe'
import * as v from 'valibot'
import type { ProviderEvent } from './payment-provider'

/**
 * Verifies an event; null: the signature is wrong or too old. `secrets`: comma-separated, one per
 * endpoint, because snapshots and thin events have their own. `now`: ms by the provider's clock.
 */
export function readEvent(
  stripe: Stripe,
  secrets: string,
  { rawBody, signature, now }: { rawBody: Buffer; signature: string; now: number },
): ProviderEvent | null {
  const isThin = rawBody.includes('"v2.core.event"')
  for (const one of secrets.split(','))
    try {
      const signed = [rawBody, signature, one.trim(), undefined, undefined, now] as const
      return isThin
        ? fromNotification(stripe.parseEventNotification(...signed))
        : toProviderEvent(stripe.webhooks.constructEvent(...signed))
    } catch {
      // Perhaps signed with another endpoint's secret.
    }
  return null
}

const RelatedObjectSchema = v.object({
  related_object: v.object({ type: v.literal('payment_intent'), id: v.string() }),
})

/** Thin events of refunds and disputes name no intent: the reconciler lists those. */
function fromNotification(event: Stripe.V2.Core.EventNotification): ProviderEvent {
  const { id, type, created, livemode } = event
  const object = v.safeParse(RelatedObjectSchema, event)
  return {
    id,
    type: type.replace(/^v1\./, ''),
    payload: 'thin',
    livemode,
    createdAt: Date.parse(created),
    paymentIntentId: object.success ? object.output.related_object.id : null,
  }
}

export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type, livemode, created } = event
  const paymentIntentId = findIntentId(event)
  return { id, type, payload: 'snapshot', livemode, createdAt: created * 1000, paymentIntentId }
}

const EventObjectSchema = v.object({
  object: v.string(),
  id: v.string(),
  payment_intent: v.fallback(v.nullable(v.string()), null),
})

/** The event's object is an intent itself, or names one (charges, refunds, disputes). */
function findIntentId(event: Stripe.Event): string | null {
  const parsed = v.safeParse(EventObjectSchema, event.data.object)
  if (!parsed.success) return null
  return parsed.output.object === 'payment_intent' ? parsed.output.id : parsed.output.payment_intent
}

export const declinedType = 'payment_intent.payment_failed'
