import type Stripe from 'stripe'
import * as v from 'valibot'
import type { ProviderEvent } from './payment-provider'

interface Received {
  rawBody: Buffer
  signature: string
  /** The time by the provider's clock, ms. */
  now: number
}

/**
 * Returns the event, or null if no secret of the comma-separated list has signed it or it is too old.
 * Throws if a signed event cannot be read, as one with the thin payload cannot.
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
  return toProviderEvent(stripe.webhooks.constructEvent(...signed))
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

export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type, livemode, created } = event
  const paymentIntentId = findIntentId(event)
  return { id, type, livemode, createdAt: created * 1000, paymentIntentId }
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

/** Finds the intent. The event's object is one, or, as a charge, refund or dispute, names one. */
function findIntentId(event: Stripe.Event): string | null {
  const parsed = v.safeParse(EventObjectSchema, event)
  if (!parsed.success) return null
  const { object, id, payment_intent } = parsed.output.data.object
  return object === 'payment_intent' ? id : payment_intent
}
