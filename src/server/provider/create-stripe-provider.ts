import Stripe from 'stripe'
import * as v from 'valibot'
import { currency } from '../../contract/donation-amount'
import type { CardProviderConfig } from '../config/config'
import type { CardProvider, IntentFacts, MintedIntent, ProviderAnswer } from './card-provider'
import { appTag, readIntentFacts } from './read-intent-facts'

const timeoutMs = 10_000
const expandCharge = { expand: ['latest_charge'] }

/** The official SDK behind our port. The sandbox is the same code with another address. */
export function createStripeProvider(config: CardProviderConfig): CardProvider {
  const stripe = new Stripe(config.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...addressOf(config.apiUrl),
  })
  return {
    livemode: config.livemode,
    mintIntent: (ref, amountKopiykas) => ask(() => mint(stripe, ref, amountKopiykas)),
    readIntent: id => ask(async () => readIntentFacts(await retrieve(stripe, id))),
    cancelIntent: id => ask(async () => readIntentFacts(await cancel(stripe, id))),
    listIntents: sinceMs => list(stripe, sinceMs),
    readEvent: (rawBody, signature) => readEvent(stripe, config.webhookSecret, rawBody, signature),
  }
}

function addressOf(apiUrl: URL | null): Stripe.StripeConfig {
  if (!apiUrl) return {}
  return {
    host: apiUrl.hostname,
    port: apiUrl.port,
    protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
  }
}

/** Cards only, never by a redirecting method: most bank pages refuse to be framed. */
async function mint(stripe: Stripe, ref: string, amountKopiykas: number): Promise<MintedIntent> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: amountKopiykas,
      currency,
      allowed_payment_method_types: ['card'],
      metadata: { app: appTag, ref },
    },
    { idempotencyKey: ref },
  )
  if (!intent.client_secret) throw new Error('The provider minted an intent without a secret.')
  return { ...readIntentFacts(intent), clientSecret: intent.client_secret }
}

const retrieve = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, expandCharge)

const cancel = (stripe: Stripe, id: string) =>
  stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned', ...expandCharge })

async function* list(stripe: Stripe, sinceMs: number): AsyncIterable<IntentFacts> {
  const pages = stripe.paymentIntents.list({
    created: { gte: Math.floor(sinceMs / 1000) },
    limit: 100,
    expand: ['data.latest_charge'],
  })
  for await (const intent of pages) yield readIntentFacts(intent)
}

function readEvent(stripe: Stripe, secret: string, rawBody: Buffer, signature: string) {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, secret)
    return {
      id: event.id,
      type: event.type,
      livemode: event.livemode,
      paymentIntentId: findIntentId(event),
    }
  } catch {
    return null
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

/** Turns the SDK's exceptions into answers; a fault of our own still throws. */
async function ask<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { kind: 'ok', value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return toAnswer(error)
  }
}

function toAnswer(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderAnswer<never> {
  const reason = [error.type, error.code, error.requestId].filter(Boolean).join(' ')
  if (error.code === 'resource_missing') return { kind: 'unknown' }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: 'refused', reason }
  return { kind: 'unreachable', reason }
}
