import type Stripe from 'stripe'
import * as v from 'valibot'
import { currency } from '../../shared/donation-amount'
import { toPaymentIntent } from './intent'
import type { BalanceEntry, PaymentIntent, ProviderEvent } from './payment-provider'
import { toProviderEvent } from './webhook'

// The provider's lists, page by page: for reconciling and bookkeeping.

export async function* listIntents(stripe: Stripe, sinceMs: number): AsyncIterable<PaymentIntent> {
  const pages = stripe.paymentIntents.list({
    created: { gte: toSeconds(sinceMs) },
    limit: 100,
    expand: ['data.latest_charge'],
  })
  for await (const intent of pages) yield toPaymentIntent(intent)
}

/** Events that change a payment. The list of intents goes by their creation, not their payment. */
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

/** Without payouts and fees of the account itself: those name no payment. */
export async function* listBalance(
  stripe: Stripe,
  sinceMs: number,
  untilMs?: number,
): AsyncIterable<BalanceEntry> {
  const pages = stripe.balanceTransactions.list({
    created: {
      gte: toSeconds(sinceMs),
      ...(untilMs !== undefined && { lt: toSeconds(untilMs) }),
    },
    limit: 100,
    expand: ['data.source'],
  })
  for await (const transaction of pages) {
    const source = v.safeParse(BalanceSourceSchema, transaction.source)
    if (!source.success) continue
    const { id, created, reporting_category, currency, amount, fee, net } = transaction
    yield {
      id,
      at: created * 1000,
      category: reporting_category,
      paymentIntentId: source.output.payment_intent,
      amountKopiykas: Math.sign(amount) * source.output.amount,
      ...{ currency, amount, fee, net },
    }
  }
}

/** A charge, refund or dispute of ours, in the payment's currency. */
const BalanceSourceSchema = v.object({
  payment_intent: v.string(),
  amount: v.number(),
  currency: v.literal(currency),
})
