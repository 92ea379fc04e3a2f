import type { preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { widestNetworkIn } from '../address-hash'
import { sendError } from '../errors'
import { type LimitedRoute, limitOf, maxInFlight } from './limits'

/**
 * The part of what other networks have left that one network may use, of those that wait for the
 * provider: while it hangs each holds its place for eight seconds.
 */
const maxFractionPerNetwork = { money: 1 / 5, intent: 1 / 5, other: 1 }

/** `money`: a captured payment may depend on them. */
const kindOf: { [route in LimitedRoute]?: keyof typeof maxInFlight } = {
  'paid-order': 'money',
  'payment-outcome': 'money',
  draft: 'money',
  webhook: 'money',
  intent: 'intent',
}

/**
 * Max in-flight requests of the routes that name a limit. A request counts once its body has arrived: an
 * unfinished one takes no slot.
 */
export const shedLoad = fp(async app => {
  const inFlight = { money: 0, intent: 0, other: 0 }
  /** By kind and network. */
  const inFlightOf = new Map<string, number>()
  const admit: preHandlerAsyncHookHandler = async (request, reply) => {
    // Node emits no close for a client that is gone already.
    const isGone = reply.raw.socket?.destroyed ?? true
    const route = limitOf(request)
    const kind = (route && kindOf[route]) ?? 'other'
    const sender = `${kind} ${widestNetworkIn(request.addressHash)}`
    const own = inFlightOf.get(sender) ?? 0
    const left = maxInFlight[kind] - (inFlight[kind] - own)
    if (isGone || own >= Math.ceil(left * maxFractionPerNetwork[kind])) {
      reply.header('retry-after', '2')
      return sendError(reply, 503, 'The service is very busy. Please try again.')
    }
    const count = (change: 1 | -1) => {
      inFlight[kind] += change
      const now = (inFlightOf.get(sender) ?? 0) + change
      if (now > 0) inFlightOf.set(sender, now)
      else inFlightOf.delete(sender)
    }
    count(1)
    // Fastify has no hook for a visitor who hangs up once the body was read.
    reply.raw.once('close', () => count(-1))
  }
  app.addHook('onRoute', route => {
    if (!route.config?.limit) return
    route.preHandler = [route.preHandler ?? [], admit].flat()
  })
})
