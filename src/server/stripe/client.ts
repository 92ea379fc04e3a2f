import Stripe from 'stripe'
import { currency } from '../../shared/donation-amount'
import type { CardProviderConfig } from '../config/card-provider'
import { createAgent } from './agent'
import { type CallQueue, createCallQueue } from './call-queue'
import { expandCharge, toPaymentIntent } from './intent'
import { listEvents, listIntents } from './lists'
import type { Caller, PaymentProvider, ProviderAnswer } from './payment-provider'
import { parseEvent } from './webhook'

/**
 * The timeouts of one attempt, and of a whole call for which a visitor may wait, ms. Only the first one
 * applies to the reconciler's lists.
 */
const attemptMs = 5_000
const budgetMs = 8_000

interface ClientOptions {
  /** The id that tells our payments from those of others on the account (isOurs in donation.ts). */
  installation: string
  /** The name of the payment in the provider's dashboard. */
  description: string
  now: () => number
}

/** Creates a client of Stripe or of the sandbox, which differ only in their address. */
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
      await stripe.paymentIntents.list({ limit: 1 }).catch(requireAnswer)
      return clockAheadMs
    },
    createIntent: (amountKopiykas, caller = {}) =>
      askIntent(() =>
        callInTurn(queues.create, caller, () =>
          stripe.paymentIntents.create({
            amount: amountKopiykas,
            currency,
            description,
            // Only cards are allowed, because most bank pages of redirecting methods cannot be framed.
            allowed_payment_method_types: ['card'],
            metadata: { app: 'svichka', installation },
          }),
        ),
      ),
    readIntent: (id, caller = {}) =>
      askIntent(() =>
        callInTurn(queues.read, caller, () => stripe.paymentIntents.retrieve(id, expandCharge)),
      ),
    cancelIntent: (id, caller = {}) =>
      askIntent(() =>
        callInTurn(queues.cancel, caller, () =>
          stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned', ...expandCharge }),
        ),
      ),
    listIntents: sinceMs => listIntents(stripe, sinceMs),
    listEvents: sinceMs => listEvents(stripe, sinceMs),
    parseEvent: (rawBody, signature) =>
      parseEvent(stripe, config.webhookSecret, {
        rawBody,
        signature,
        now: now() - (clockAheadMs ?? 0),
      }),
  }
}

/** Creates the SDK. `onTime` gets the provider's time of every response, ms. */
export function connectStripe(
  config: CardProviderConfig,
  onTime: (theirMs: number) => void = () => {},
): Stripe {
  // The sandbox has no name that could be looked up.
  const httpClient = Stripe.createNodeHttpClient(config.apiUrl ? undefined : createAgent())
  const send = httpClient.makeRequest.bind(httpClient)
  // Every response has the provider's time, even an error.
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
      // The sandbox runs on this machine.
      protocol: 'http' as const,
    }),
  })
}

class NoTurnError extends Error {}

/**
 * Makes a call when it has its turn. If the provider had too many calls, it is made once more, because the
 * SDK does not repeat it.
 */
async function callInTurn<T>(queue: CallQueue, caller: Caller, call: () => Promise<T>): Promise<T> {
  for (let isLast = false; ; isLast = true) {
    if (!(await queue.wait(caller))) throw new NoTurnError()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError)) throw error
      queue.backOff()
      if (isLast) throw error
    }
  }
}

/** Turns the SDK's exceptions and timeouts into values. Our own bugs still throw. */
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

/** Accepts every answer, because even that to a revoked key tells the time. */
function requireAnswer(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) throw error
}

function toAnswer(error: unknown): ProviderAnswer<never> {
  if (error instanceof NoTurnError)
    return { kind: 'crowded', reason: 'too many of our calls wait for their turn' }
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { type, code, requestId } = error
  // The detail says why the connection failed.
  const detail: unknown = error.detail
  const cause = detail instanceof Error && 'code' in detail && detail.code
  const reason = [type, code, cause, requestId].filter(Boolean).join(' ')
  if (error.code === 'resource_missing') return { kind: 'missing' }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: 'rejected', reason }
  return { kind: 'unavailable', reason }
}
