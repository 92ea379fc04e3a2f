import Stripe from 'stripe'
import * as v from 'valibot'
import { currency } from '../../shared/donation-amount'
import type { CardProviderConfig } from '../config/card-provider'
import { createAgent } from './agent'
import { type CallQueue, createCallQueue } from './call-queue'
import type {
  BalanceEntry,
  Caller,
  PaymentIntent,
  PaymentProvider,
  ProviderAnswer,
  ProviderEvent,
  ProviderReversal,
} from './payment-provider'
import { parseEvent, toProviderEvent } from './webhook'

/**
 * Timeouts of one attempt, and of a whole call that a visitor may wait for, ms. The reconciler's lists
 * have no other.
 */
const attemptMs = 5_000
const budgetMs = 8_000

const expandCharge = { expand: ['latest_charge'] }

interface ClientOptions {
  /** This installation among others on the same account: see isOurs in donation.ts. */
  installation: string
  /** What the payment is called in the provider's dashboard. */
  description: string
  now: () => number
}

/** For Stripe and the sandbox, which differ in their address only. */
export function createStripeClient(
  config: CardProviderConfig,
  { installation, description, now }: ClientOptions,
): PaymentProvider {
  let clockAheadMs: number | null = null
  const stripe = connectStripe(config, theirMs => {
    clockAheadMs = now() - theirMs
  })
  const queues = { create: createCallQueue(), read: createCallQueue(), cancel: createCallQueue() }

  return {
    livemode: config.livemode,
    clockAheadMs: () => clockAheadMs,
    async readClock() {
      await stripe.paymentIntents.list({ limit: 1 })
      return clockAheadMs
    },
    createIntent: (amountKopiykas, caller = {}) =>
      askIntent(() =>
        inTurn(queues.create, caller, () =>
          stripe.paymentIntents.create({
            amount: amountKopiykas,
            currency,
            description,
            // Cards only: most bank pages of redirecting methods cannot be framed.
            allowed_payment_method_types: ['card'],
            metadata: { app: 'svichka', installation },
          }),
        ),
      ),
    readIntent: (id, caller = {}) =>
      askIntent(() =>
        inTurn(queues.read, caller, () => stripe.paymentIntents.retrieve(id, expandCharge)),
      ),
    cancelIntent: (id, caller = {}) =>
      askIntent(() =>
        inTurn(queues.cancel, caller, () =>
          stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned', ...expandCharge }),
        ),
      ),
    listReversals: id => ask(() => listReversals(stripe, id)),
    listIntents: sinceMs => listIntents(stripe, sinceMs),
    listEvents: sinceMs => listEvents(stripe, sinceMs),
    listBalance: (sinceMs, untilMs) => listBalance(stripe, sinceMs, untilMs),
    parseEvent: (rawBody, signature) =>
      parseEvent(stripe, config.webhookSecret, {
        rawBody,
        signature,
        now: now() - (clockAheadMs ?? 0),
      }),
  }
}

/** The SDK. `onTime` is told the provider's time, ms, of every response. */
export function connectStripe(
  config: CardProviderConfig,
  onTime: (theirMs: number) => void = () => {},
): Stripe {
  // The sandbox has no name to look up.
  const httpClient = Stripe.createNodeHttpClient(config.apiUrl ? undefined : createAgent())
  const send = httpClient.makeRequest.bind(httpClient)
  // Every response, errors included, has the provider's time.
  httpClient.makeRequest = async (...request) => {
    const response = await send(...request)
    const theirs = Date.parse(String(response.getHeaders().date ?? ''))
    if (!Number.isNaN(theirs)) onTime(theirs)
    return response
  }
  return new Stripe(config.secretKey, {
    httpClient,
    timeout: attemptMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(config.apiUrl && {
      host: config.apiUrl.hostname,
      port: config.apiUrl.port,
      // The sandbox, on this machine.
      protocol: 'http' as const,
    }),
  })
}

/** Needs `latest_charge` expanded. */
function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const { metadata, last_payment_error: error } = intent
  return {
    id: intent.id,
    status: toStatus(intent.status),
    clientSecret: intent.client_secret ?? '',
    amountKopiykas: intent.amount,
    receivedKopiykas: intent.amount_received,
    refundedKopiykas: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    livemode: intent.livemode,
    createdAt: intent.created * 1000,
    installation: metadata.installation ?? null,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    billingEmail: charge?.billing_details.email ?? intent.receipt_email ?? null,
    billingName: charge?.billing_details.name ?? null,
    lastDecline: error
      ? { message: error.message, code: error.code, declineCode: error.decline_code }
      : null,
  }
}

/** The last two are not in the SDK, only in the API's messages (recorded in 2026). */
const openStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  // Authorized, not captured: canceling releases it.
  'requires_capture',
  'requires_reauthorization',
  'expired',
]

/** An unknown status is neither paid nor safe to cancel. */
function toStatus(status: string): PaymentIntent['status'] {
  if (status === 'succeeded' || status === 'canceled') return status
  return openStatuses.includes(status) ? 'open' : 'processing'
}

async function listReversals(stripe: Stripe, id: string): Promise<ProviderReversal[]> {
  const found: ProviderReversal[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }))
    found.push({
      id: refund.id,
      kind: 'refund',
      amountKopiykas: refund.amount,
      status: refundStatus(refund.status),
      createdAt: refund.created * 1000,
    })
  for await (const dispute of stripe.disputes.list({ payment_intent: id, limit: 100 }))
    found.push({
      id: dispute.id,
      kind: 'dispute',
      amountKopiykas: dispute.amount,
      status: disputeStatus(dispute.status),
      createdAt: dispute.created * 1000,
    })
  return found
}

function refundStatus(status: string | null): ProviderReversal['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Prevented disputes and closed warnings leave us the money (docs.stripe.com/api/disputes/object). */
function disputeStatus(status: string): ProviderReversal['status'] {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}

async function* listIntents(stripe: Stripe, sinceMs: number): AsyncIterable<PaymentIntent> {
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
  'charge.dispute.closed',
]

async function* listEvents(stripe: Stripe, sinceMs: number): AsyncIterable<ProviderEvent> {
  const pages = stripe.events.list({
    created: { gte: toSeconds(sinceMs) },
    types: listedTypes,
    limit: 100,
  })
  for await (const event of pages) yield toProviderEvent(event)
}

const toSeconds = (ms: number) => Math.floor(ms / 1000)

/** Without payouts and fees of the account itself: those name no payment. */
async function* listBalance(
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

/** Called again once if there were too many calls: the SDK does not repeat those. */
async function inTurn<T>(queue: CallQueue, caller: Caller, call: () => Promise<T>): Promise<T> {
  for (let isLast = false; ; isLast = true) {
    if (!(await queue.wait(caller)))
      throw new Stripe.errors.StripeRateLimitError({ type: 'rate_limit_error', message: 'ours' })
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError)) throw error
      queue.limit()
      if (isLast) throw error
    }
  }
}

/** Turns the SDK's exceptions and timeouts into values; our own bugs still throw. */
export async function ask<T>(
  call: () => Promise<T>,
  withinMs = budgetMs,
): Promise<ProviderAnswer<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ProviderAnswer<never>>(resolve => {
    timer = setTimeout(() => resolve({ kind: 'unavailable', reason: 'too late' }), withinMs)
  })
  const answer = call().then<ProviderAnswer<T>, ProviderAnswer<T>>(
    value => ({ kind: 'ok', value }),
    toAnswer,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function askIntent(call: () => Promise<Stripe.PaymentIntent>) {
  return ask(async () => toPaymentIntent(await call()))
}

function toAnswer(error: unknown): ProviderAnswer<never> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { type, code, requestId } = error
  // Why the connection failed.
  const detail: unknown = error.detail
  const cause = detail instanceof Error && 'code' in detail && detail.code
  const reason = [type, code, cause, requestId].filter(Boolean).join(' ')
  if (error.code === 'resource_missing') return { kind: 'missing' }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: 'rejected', reason }
  return { kind: 'unavailable', reason }
}
