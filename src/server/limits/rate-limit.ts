import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createSharedCounts } from '../db/request-counts'
import { sendError } from '../errors'
import { createAddressHasher, type HashAddress, networksIn } from './address-hash'
import {
  limitOf,
  networkShares,
  providerReads,
  requestsPerDay,
  requestsPerMinute,
  routesThatRead,
} from './limits'
import { createReadQueue } from './read-queue'

declare module 'fastify' {
  interface FastifyInstance {
    hashAddress: HashAddress
  }
  interface FastifyRequest {
    /** The visitor's address and its network, see address-hash.ts. */
    addressHash: string
  }
}

const windows = [
  { timeWindow: 60_000, limits: requestsPerMinute },
  { timeWindow: 24 * 3_600_000, limits: requestsPerDay },
]

/**
 * Answers 429 to addresses and networks that ask too often, before the body is read. Processes that
 * share a database count together; with the embedded store there is one, and it counts in memory.
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
    ...(store.engine === 'postgres' && { store: createSharedCounts(store) }),
  })
  const counters = windows.flatMap(({ timeWindow, limits }) =>
    networkShares.map((share, wider) => {
      const max = (request: FastifyRequest) => limits[limitOf(request) ?? 'health']
      const networkOf = (request: FastifyRequest) => networksIn(request.addressHash)[wider]
      return app.createRateLimit({
        timeWindow,
        allowList: request => max(request) === undefined || networkOf(request) === undefined,
        keyGenerator: request => `${limitOf(request)} ${timeWindow} ${networkOf(request)}`,
        max: request => Math.max(1, Math.round((max(request) ?? 0) * share * limitFactor)),
      })
    }),
  )
  const enforce = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const count of counters) {
      const answer = await count(request)
      if (!answer.isAllowed && answer.isExceeded) return sendTooManyRequests(reply, answer.ttl)
    }
  }
  const waitForRead = createReadQueue(providerReads, limitFactor)
  const queueRead = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!routesThatRead.has(limitOf(request))) return
    const waitMs = await waitForRead(networksIn(request.addressHash))
    if (waitMs !== null) return sendTooManyRequests(reply, waitMs)
  }
  // A route's own hooks run after those of its scope: whom those reject is not counted.
  app.addHook('onRoute', route => {
    if (!route.config?.limit) return
    route.onRequest = [route.onRequest ?? [], enforce].flat()
    route.preHandler = [route.preHandler ?? [], queueRead].flat()
  })
})

/** Every limit answers alike: which one it was is not for strangers. */
export function sendTooManyRequests(reply: FastifyReply, waitMs: number): FastifyReply {
  reply.header('retry-after', Math.ceil(waitMs / 1000))
  return sendError(reply, 429, 'Too many requests. Please try again later.')
}
