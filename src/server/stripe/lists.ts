import type Stripe from 'stripe'
import { toPaymentIntent } from './intent'
import type { PaymentIntent, ProviderEvent } from './payment-provider'
import { toProviderEvent } from './webhook'

export async function* listIntents(stripe: Stripe, sinceMs: number): AsyncIterable<PaymentIntent> {
  const pages = stripe.paymentIntents.list({
    created: { gte: toSeconds(sinceMs) },
    limit: 100,
    expand: ['data.latest_charge'],
  })
  for await (const intent of pages) yield toPaymentIntent(intent)
}

/**
 * These events change a payment. The list of intents alone does not show a change, because it goes by their
 * creation.
 */
const listedTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
]

export async function* listEvents(stripe: Stripe, sinceMs: number): AsyncIterable<ProviderEvent> {
  const pages = stripe.events.list({
    created: { gte: toSeconds(sinceMs) },
    types: listedTypes,
    limit: 100,
  })
  for await (const event of pages) yield toProviderEvent(event)
}

const toSeconds = (ms: number) => Math.floor(ms / 1000)
