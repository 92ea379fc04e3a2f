import type Stripe from 'stripe'
import * as v from 'valibot'
import { countWatermark, setWatermark } from '../db/watermarks'
import { insertEvent } from '../db/webhook-events'
import { noteFailure } from '../limits/note-failure'
import type { Services } from '../services'
import type { ProviderEvent } from './payment-provider'

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

export type WebhookOutcome = 'stored' | 'forged' | 'not-configured'

/**
 * Stores a signed event; settling follows, after the answer. Throws when the store cannot take it,
 * so that the provider delivers it again.
 */
export async function receiveWebhook(
  services: Services,
  rawBody: Buffer,
  signature: string,
): Promise<WebhookOutcome> {
  const { provider, store } = services
  if (!provider) return 'not-configured'
  const event = provider.readEvent(rawBody, signature)
  if (!event) {
    await countWatermark(store.db, 'bad-signatures')
    return 'forged'
  }
  const now = services.now()
  const paymentIntentId = event.livemode === provider.livemode ? event.paymentIntentId : null
  const received = { ...event, paymentIntentId, receivedAt: now }
  await insertEvent(store.db, received)
  if (event.type === 'payment_intent.payment_failed') await noteFailure(services, received)
  await setWatermark(store.db, 'last-webhook', now)
  services.wakeSettling()
  return 'stored'
}
