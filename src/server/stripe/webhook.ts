import type Stripe from 'stripe'
import * as v from 'valibot'
import type { ProviderEvent } from './payment-provider'

interface Received {
  rawBody: Buffer
  signature: string
  /** ms by the provider's clock. */
  now: number
}

/**
 * null: the signature is wrong or too old. `secrets`: comma-separated, one per endpoint, because
 * snapshots and thin events have their own. Throws if a signed event cannot be read, which says nothing
 * about the secret.
 */
export function parseEvent(
  stripe: Stripe,
  secrets: string,
  received: Received,
): ProviderEvent | null {
  const all = secrets.split(',').map(secret => secret.trim())
  const secret = all.find(one => isSignedWith(stripe, one, received))
  if (secret === undefined) return null
  const { rawBody, signature, now } = received
  const signed = [rawBody, signature, secret, undefined, undefined, now] as const
  return rawBody.includes('"v2.core.event"')
    ? fromNotification(stripe.parseEventNotification(...signed))
    : toProviderEvent(stripe.webhooks.constructEvent(...signed))
}

function isSignedWith(
  { webhooks }: Stripe,
  secret: string,
  { rawBody, signature, now }: Received,
): boolean {
  try {
    const known = [webhooks.DEFAULT_TOLERANCE, undefined, now] as const
    return webhooks.signature?.verifyHeader(rawBody, signature, secret, ...known) ?? false
  } catch {
    return false
  }
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
  data: v.object({
    object: v.object({
      object: v.string(),
      id: v.string(),
      payment_intent: v.fallback(v.nullable(v.string()), null),
    }),
  }),
})

/** The event's object is an intent itself, or names one (charges, refunds, disputes). */
function findIntentId(event: Stripe.Event): string | null {
  const parsed = v.safeParse(EventObjectSchema, event)
  if (!parsed.success) return null
  const { object, id, payment_intent } = parsed.output.data.object
  return object === 'payment_intent' ? id : payment_intent
}
