import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import * as v from 'valibot'
import { idempotencyKeyHeader } from '../../shared/candle-order'
import { hourMs } from '../../shared/durations'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { createAddressHasher, type HashAddress, networkFactors, networksIn } from '../address-hash'
import { sendError } from '../errors'
import { createLoop } from '../loop'
import { type Bucket, createBuckets } from './buckets'
import { createStateFinder } from './find-state'
import { type Limit, type LimitedRoute, limitOf, perPayment, requestLimits } from './limits'

declare module 'fastify' {
  interface FastifyInstance {
    hashAddress: HashAddress
  }
  interface FastifyRequest {
    /** The hash of the visitor's address, which begins with that of its network (address-hash.ts). */
    addressHash: string
  }
}

/** Processes exchange their counts so often, ms. */
const exchangeEveryMs = 1_000

/**
 * Answers 429 to addresses and networks that ask too often, before their body is read. Processes that
 * share a database count together.
 */
export const rateLimit = fp<{ limitFactor: number }>(async (app, { limitFactor }) => {
  const { store, now } = app.services
  const hashAddress = createAddressHasher(store, now)
  app.decorate('hashAddress', hashAddress)
  app.decorateRequest('addressHash', '')
  app.addHook('onRequest', async request => {
    request.addressHash = await hashAddress(request.ip)
  })
  const { consume, exchange } = createBuckets(store, now)
  if (store.engine === 'postgres') {
    const exchanging = createLoop({
      name: 'request counts',
      intervalMs: exchangeEveryMs,
      log: app.log,
      storeWatch: app.services.storeWatch,
      tick: exchange,
    })
    app.addHook('onReady', async () => exchanging.start())
    app.addHook('onClose', exchanging.stop)
  }
  const bucketOf = (key: string, { burst, perHour }: Limit, networkFactor = 1): Bucket => {
    const factor = networkFactor * limitFactor
    return {
      key,
      burst: Math.max(1, Math.round(burst * factor)),
      refillMs: hourMs / (perHour * factor),
    }
  }
  /** Returns 0 if the request is allowed, or how long to wait, ms. */
  const countRequest = ({ addressHash }: FastifyRequest, route: LimitedRoute) => {
    const { rate, total, reserve } = requestLimits[route] ?? {}
    const bucketsOf = (name: string, limit: Limit | undefined) =>
      networksIn(addressHash).flatMap((network, wider) =>
        limit ? [bucketOf(`${route} ${name} ${network}`, limit, networkFactors[wider])] : [],
      )
    const rates = bucketsOf('rate', rate)
    const waitMs = consume([...rates, ...bucketsOf('total', total)])
    if (waitMs === 0 || !reserve) return waitMs
    return Math.min(waitMs, consume([...rates, bucketOf(`${route} reserve`, reserve)]))
  }
  const findState = createStateFinder(store)
  /**
   * Takes one from a payment's own allowance. Returns its state, or null if it is not ours or has none
   * left.
   */
  const consumeFromPayment = async (id: string) => {
    if (!isPaymentIntentId(id)) return null
    const state = await findState(id)
    return state && consume([bucketOf(`payment ${id}`, perPayment)]) === 0 ? state : null
  }
  const enforce = async (request: FastifyRequest, reply: FastifyReply) => {
    const route = limitOf(request)
    const waitMs = route ? countRequest(request, route) : 0
    if (waitMs === 0 || (await consumeFromPayment(paymentNamedBy(request)))) return
    return sendTooManyRequests(reply, waitMs)
  }
  // A route's own hooks run after those of its scope, so requests that those reject are not counted.
  app.addHook('onRoute', route => {
    if (!route.config?.limit) return
    route.onRequest = [route.onRequest ?? [], enforce].flat()
  })
})

/** Finds the payment in the address of a draft or in the key of an order; else empty. */
function paymentNamedBy({ params, headers }: FastifyRequest): string {
  const draft = v.safeParse(v.object({ paymentIntentId: v.string() }), params)
  if (draft.success) return draft.output.paymentIntentId
  return String(headers[idempotencyKeyHeader] ?? '')
}

/** The text is the same for every limit, so it does not reveal which one was reached. */
export function sendTooManyRequests(reply: FastifyReply, waitMs: number): FastifyReply {
  reply.header('retry-after', Math.ceil(waitMs / 1000))
  return sendError(reply, 429, 'Too many requests. Please try again later.')
}
