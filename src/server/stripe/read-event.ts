import type Stripe from 'stripe'
import * as v from 'valibot'
import type { ProviderEvent } from './card-provider'

/** As the provider recommends (docs.stripe.com/webhooks/signatures), both ways. */
const signatureToleranceS = 300

interface SignedEvent {
  secret: string
  rawBody: Buffer
  signature: string
  now: number
}

/** Null: the signature does not prove that the provider wrote these bytes just now. */
export function readEvent(
  stripe: Stripe,
  { secret, rawBody, signature, now }: SignedEvent,
): ProviderEvent | null {
  if (isSignedInFuture(signature, now)) return null
  try {
    const event = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      signatureToleranceS,
      undefined,
      now,
    )
    return toProviderEvent(event)
  } catch {
    return null
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
