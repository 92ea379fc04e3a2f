import type { preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { widestNetworkIn } from '../address-hash'
import { sendError } from '../errors'
import { type LimitedRoute, limitOf, maxInFlight } from './limits'

/**
 * One network may hold at most this fraction of the slots that others leave free. While the provider hangs,
 * each request keeps its slot for eight seconds. Twenty slots for intents are enough for a village behind
 * one address: while the provider answers within 1.3 s they serve fifteen a second, as fast as its calls
 * may start (call-queue.ts), so 200 phones are served within 14 s. Only if more click at the same moment
 * are the rest asked to try again after two seconds.
 */
const maxFractionPerNetwork = { money: 1 / 5, intent: 1 / 5, other: 1 }

/** A captured payment may depend on the routes of `money`. */
const kindOf: { [route in LimitedRoute]?: keyof typeof maxInFlight } = {
  'paid-order': 'money',
  'payment-outcome': 'money',
  draft: 'money',
  webhook: 'money',
  intent: 'intent',
}

/**
 * Bounds the requests in flight of the routes that name a limit. A request takes its slot once its body has
 * arrived.
 */
export const shedLoad = fp(async app => {
  const inFlight = { money: 0, intent: 0, other: 0 }
  const inFlightOf = new Map<string, number>()
  const admit: preHandlerAsyncHookHandler = async (request, reply) => {
    // For a client that is gone already, Node would emit no `close`.
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
    // Fastify has no hook for a visitor who hangs up after the body was read.
    reply.raw.once('close', () => count(-1))
  }
  app.addHook('onRoute', route => {
    if (!route.config?.limit) return
    route.preHandler = [route.preHandler ?? [], admit].flat()
  })
})
