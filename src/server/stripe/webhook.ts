import type Stripe from 'stripe'
import * as v from 'valibot'
import type { ProviderEvent } from './payment-provider'

/** As the provider recommends (docs.stripe.com/webhooks/signatures), both ways. */
const signatureToleranceS = 300

/**
 * Null: the signature does not prove that the provider wrote these bytes just now. `secrets`: one
 * for each endpoint, with commas between, because snapshots and thin events have their own.
 */
export function readEvent(
  stripe: Stripe,
  secrets: string,
  { rawBody, signature, now }: { rawBody: Buffer; signature: string; now: number },
): ProviderEvent | null {
  if (isSignedInFuture(signature, now)) return null
  const isThin = rawBody.includes('"v2.core.event"')
  for (const one of secrets.split(','))
    try {
      const signed = [rawBody, signature, one.trim(), signatureToleranceS, undefined, now] as const
      return isThin
        ? fromNotification(stripe.parseEventNotification(...signed))
        : toProviderEvent(stripe.webhooks.constructEvent(...signed))
    } catch {
      // Not of this endpoint, or of nobody's.
    }
  return null
}

const RelatedObjectSchema = v.object({
  related_object: v.object({ type: v.literal('payment_intent'), id: v.string() }),
})

/** What it names is read again anyway. Refunds and disputes wait for the reconciler, which lists them. */
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

/** The SDK refuses old signatures only; one from the future would stay fresh for as long. */
function isSignedInFuture(signature: string, now: number): boolean {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0)
  return signedAt - now / 1000 > signatureToleranceS
}

export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  return {
    id: event.id,
    type: event.type,
    payload: 'snapshot',
    livemode: event.livemode,
    createdAt: event.created * 1000,
    paymentIntentId: findIntentId(event),
  }
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

/** A card was declined. */
export const declinedNews = 'payment_intent.payment_failed'
