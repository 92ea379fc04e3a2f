import Stripe from 'stripe'
import { currency } from '../../shared/donation-amount'
import type { CardProviderConfig } from '../config/config'
import type {
  CardProvider,
  IntentFacts,
  MintedIntent,
  ProviderAnswer,
  ProviderEvent,
} from './card-provider'
import { readEvent, toProviderEvent } from './read-event'
import { appTag, readIntentFacts } from './read-intent-facts'
import { watchClock } from './watch-clock'

const timeoutMs = 10_000
const expandCharge = { expand: ['latest_charge'] }

/** The official SDK behind our port. The sandbox is the same code with another address. */
export function createStripeProvider(
  config: CardProviderConfig,
  now: () => number = Date.now,
): CardProvider {
  const stripe = new Stripe(config.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...addressOf(config.apiUrl),
  })
  const clock = watchClock(now)
  return {
    livemode: config.livemode,
    clockAheadMs: clock.readAheadMs,
    mintIntent: (ref, amountKopiykas) =>
      ask(async () => readMinted(clock.note(await mint(stripe, ref, amountKopiykas)))),
    readIntent: id => ask(async () => readIntentFacts(clock.note(await retrieve(stripe, id)))),
    cancelIntent: id => ask(async () => readIntentFacts(clock.note(await cancel(stripe, id)))),
    listIntents: sinceMs => list(stripe, sinceMs),
    listEvents: sinceMs => listEvents(stripe, sinceMs),
    readEvent: (rawBody, signature) =>
      readEvent(stripe, { secret: config.webhookSecret, rawBody, signature, now: now() }),
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
const mint = (stripe: Stripe, ref: string, amountKopiykas: number) =>
  stripe.paymentIntents.create(
    {
      amount: amountKopiykas,
      currency,
      allowed_payment_method_types: ['card'],
      metadata: { app: appTag, ref },
    },
    { idempotencyKey: ref },
  )

function readMinted(intent: Stripe.PaymentIntent): MintedIntent {
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

/** What can change what an order is worth. The intents' own list shows when they were made, not paid. */
const tellingTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

async function* listEvents(stripe: Stripe, sinceMs: number): AsyncIterable<ProviderEvent> {
  const pages = stripe.events.list({
    created: { gte: Math.floor(sinceMs / 1000) },
    types: tellingTypes,
    limit: 100,
  })
  for await (const event of pages) yield toProviderEvent(event)
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
