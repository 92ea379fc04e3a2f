import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { sendError } from '../errors'
import { limitOf } from './limits'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Payment routes get twice as many in-flight requests. */
    affectsPayment?: boolean
  }
}

const maxInFlight = 200
const maxInFlightWhenLate = 20
const lateMs = 200
const sampleMs = 500

/** Max in-flight requests. A request counts once its body has arrived: an unfinished one takes no slot. */
export const shedLoad = fp<{ isLate?: () => boolean }>(
  async (app, { isLate = watchEventLoop() }) => {
    let inFlight = 0
    const maxFor = (request: FastifyRequest) => {
      const { affectsPayment } = request.routeOptions.config
      if (affectsPayment || limitOf(request) === 'paid-order') return 2 * maxInFlight
      return isLate() ? maxInFlightWhenLate : maxInFlight
    }
    app.addHook('preValidation', async (request, reply) => {
      // Node emits no close for a client that is gone already.
      const isGone = reply.raw.socket?.destroyed ?? true
      if (isGone || inFlight >= maxFor(request)) {
        reply.header('retry-after', '2')
        return sendError(reply, 503, 'The service is very busy. Please try again.')
      }
      inFlight++
      // Fastify has no hook for a client that hangs up after its body was read.
      reply.raw.once('close', () => inFlight--)
    })
  },
)

/** Whether the event loop was late on average, sampled by requests. */
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
