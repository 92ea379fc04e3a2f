import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { sendError } from '../errors'
import { limitOf } from './limits'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A captured payment may depend on this call: twice as many may be in flight. */
    affectsPayment?: boolean
  }
}

const maxInFlight = 200
/** While the event loop is late: as many as can be answered in good time. */
const maxInFlightWhenLate = 20
const lateMs = 200
const sampleMs = 500

/**
 * Rejects excess calls at once, so that those in flight finish in good time and memory stays
 * bounded. A call counts once its body has arrived: one that is never sent holds no place.
 */
export const shedLoad = fp<{ isLate?: () => boolean }>(
  async (app, { isLate = watchEventLoop() }) => {
    let inFlight = 0
    const maxFor = (request: FastifyRequest) => {
      const { affectsPayment } = request.routeOptions.config
      if (affectsPayment || limitOf(request) === 'paid-order') return 2 * maxInFlight
      return isLate() ? maxInFlightWhenLate : maxInFlight
    }
    app.addHook('preValidation', async (request, reply) => {
      // Of a visitor who is gone already, Node reports no close.
      const isGone = reply.raw.socket?.destroyed ?? true
      if (isGone || inFlight >= maxFor(request)) {
        reply.header('retry-after', '2')
        return sendError(reply, 503, 'The service is very busy. Please try again.')
      }
      inFlight++
      // Fastify has no hook for a visitor who hangs up once the body was read.
      reply.raw.once('close', () => inFlight--)
    })
  },
)

/** Whether the event loop was late on average, sampled as requests come: a timer of ours could throw. */
export function watchEventLoop(): () => boolean {
  const delay = monitorEventLoopDelay()
  delay.enable()
  let sampledAt = performance.now()
  let isLate = false
  return () => {
    if (performance.now() - sampledAt >= sampleMs) {
      isLate = delay.mean > lateMs * 1e6
      sampledAt = performance.now()
      delay.reset()
    }
    return isLate
  }
}
