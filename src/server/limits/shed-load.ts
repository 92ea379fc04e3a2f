import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { sendError } from '../errors'
import { limitOf } from './limits'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A captured payment may depend on this call: twice as many may be in flight, besides the others. */
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
    // Counted apart, so that requests waiting for the provider take no slot of other orders.
    const inFlight = { money: 0, other: 0 }
    const maxOther = () => (isLate() ? maxInFlightWhenLate : maxInFlight)
    const admit: preHandlerAsyncHookHandler = async (request, reply) => {
      // Node emits no close for a client that is gone already.
      const isGone = reply.raw.socket?.destroyed ?? true
      const { affectsPayment } = request.routeOptions.config
      const kind = affectsPayment || limitOf(request) === 'paid-order' ? 'money' : 'other'
      const max = kind === 'money' ? 2 * maxInFlight : maxOther()
      if (isGone || inFlight[kind] >= max) {
        reply.header('retry-after', '2')
        return sendError(reply, 503, 'The service is very busy. Please try again.')
      }
      inFlight[kind]++
      // Fastify has no hook for a visitor who hangs up once the body was read.
      reply.raw.once('close', () => inFlight[kind]--)
    }
    app.addHook('onRoute', route => {
      route.preHandler = [route.preHandler ?? [], admit].flat()
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
    // A delay counts from the second turn of the loop after a reset: a late one has had few.
    if (performance.now() - sampledAt >= sampleMs && delay.count > 0) {
      isLate = delay.mean > lateMs * 1e6
      sampledAt = performance.now()
      delay.reset()
    }
    return isLate
  }
}
