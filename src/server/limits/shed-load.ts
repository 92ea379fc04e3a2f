import type { ServerResponse } from 'node:http'
import underPressure from '@fastify/under-pressure'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { idempotencyKeyHeader } from '../../shared/candle-order'
import { isPaymentIntentId } from '../../shared/payment-intent'
import { refuse } from '../errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a captured payment may depend on: may wait twice as long a queue. */
    settlesMoney?: boolean
  }
}

/** So many calls may be under way in one process; what settles money may wait twice as long a queue. */
const mostUnderWay = 200
/** While the event loop is late, the calls that came are as many as can be answered in good time. */
const mostUnderPressure = 20
/** How late the event loop is on average, over how long, in ms. */
const pressure = { maxEventLoopDelay: 200, sampleInterval: 500 }

/**
 * More than can be done is refused at once, so that what was begun is finished in good time and
 * memory stays bounded. A call counts from when its body has arrived: one that is never sent holds
 * no place.
 */
export const shedLoad = fp(async app => {
  let underWay = 0
  // It measures; which requests are refused is decided here.
  await app.register(underPressure, { ...pressure, pressureHandler: () => {} })
  const most = (request: FastifyRequest) => {
    if (request.routeOptions.config.settlesMoney || isPaidOrder(request)) return 2 * mostUnderWay
    return app.isUnderPressure() ? mostUnderPressure : mostUnderWay
  }
  app.addHook('preValidation', async (request, reply) => {
    if (!isConnected(reply.raw) || underWay >= most(request)) {
      reply.header('retry-after', '2')
      return refuse(reply, 503, 'The service is very busy. Please try again.')
    }
    underWay++
    // Fastify's own hooks say nothing of a visitor who hangs up once the body was read.
    reply.raw.once('close', () => underWay--)
  })
})

/**
 * Whether Node will tell when the answer is closed: not where the visitor has gone, nor of one that
 * has to wait for another on its connection (pipelining, which no browser and no proxy does).
 */
function isConnected({ socket }: ServerResponse): boolean {
  return socket !== null && !socket.destroyed
}

/** An order with a donation says so by its key. */
export function isPaidOrder({ routeOptions, headers }: FastifyRequest): boolean {
  const key = String(headers[idempotencyKeyHeader] ?? '')
  return routeOptions.config.limit === 'order' && isPaymentIntentId(key)
}
