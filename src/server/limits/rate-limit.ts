import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createAddressHasher, type HashAddress, networksIn } from '../address-hash'
import { findDonation } from '../db/donations'
import { createSharedCounts } from '../db/request-counts'
import { refuse } from '../errors'
import { type LimitedCall, networkShares, requestsPerMinute } from './limits'
import { isPaidOrder } from './shed-load'

declare module 'fastify' {
  interface FastifyInstance {
    hashAddress: HashAddress
    /** Counts a call if it names a payment without a row of ours; how long (ms) it has to wait. */
    limitUnknownPayment: (id: string, request: FastifyRequest) => Promise<number | null>
  }
  interface FastifyRequest {
    /** The visitor's address and its networks, see address-hash.ts. */
    addressHash: string
  }
  interface FastifyContextConfig {
    /** Which limit of limits.ts a route has; `order`: that of a free or of a paid order. */
    limit?: LimitedCall | 'order'
  }
}

/**
 * Answers 429, before the body is read, to addresses and networks that ask too often. Several
 * processes count together; the embedded store has one, and counts in its memory.
 */
export const rateLimit = fp<{ limitFactor: number }>(async (app, { limitFactor }) => {
  const { store, now } = app.services
  const hashAddress = createAddressHasher(store, now)
  app.decorate('hashAddress', hashAddress)
  app.decorateRequest('addressHash', '')
  app.addHook('onRequest', async request => {
    request.addressHash = await hashAddress(request.ip)
  })
  await app.register(fastifyRateLimit, {
    global: false,
    timeWindow: 60_000,
    ...(store.engine === 'postgres' && { store: createSharedCounts(store) }),
  })
  const createLimit = (limitOf: (request: FastifyRequest) => LimitedCall) => {
    const counters = networkShares.map((share, wider) =>
      app.createRateLimit({
        allowList: request => networksIn(request.addressHash)[wider] === undefined,
        keyGenerator: request =>
          `${limitOf(request)} ${networksIn(request.addressHash)[wider] ?? ''}`,
        max: request =>
          Math.max(1, Math.round(requestsPerMinute[limitOf(request)] * share * limitFactor)),
      }),
    )
    return async (request: FastifyRequest) => {
      for (const count of counters) {
        const answer = await count(request)
        if (!answer.isAllowed && answer.isExceeded) return answer.ttl
      }
      return null
    }
  }
  const limitCall = createLimit(limitOf)
  const limitUnknown = createLimit(() => 'unknown-payment')
  app.decorate('limitUnknownPayment', async (id, request) =>
    (await findDonation(store.db, id)) ? null : limitUnknown(request),
  )
  const enforce = async (request: FastifyRequest, reply: FastifyReply) => {
    const waitMs = await limitCall(request)
    if (waitMs !== null) return refuseForNow(reply, waitMs)
  }
  // A route's own hooks run after those of its scope: whom these refuse is not counted.
  app.addHook('onRoute', route => {
    if (route.config?.limit) route.onRequest = [route.onRequest ?? [], enforce].flat()
  })
})

function limitOf(request: FastifyRequest): LimitedCall {
  const { limit = 'health' } = request.routeOptions.config
  if (limit !== 'order') return limit
  return isPaidOrder(request) ? 'paid-order' : 'free-order'
}

/** Whoever is refused hears the same: which limit it was is nobody's business. */
export function refuseForNow(reply: FastifyReply, waitMs: number): FastifyReply {
  reply.header('retry-after', Math.ceil(waitMs / 1000))
  return refuse(reply, 429, 'Too many requests. Please try again later.')
}
