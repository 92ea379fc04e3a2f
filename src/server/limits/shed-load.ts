import type { preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { widestNetworkIn } from '../address-hash'
import { sendError } from '../errors'
import { type LimitedRoute, limitOf } from './limits'

/**
 * In flight at once, counted apart, so that requests that wait for the provider take no slot of others.
 * `money`: a captured payment may depend on them.
 */
const maxInFlight = { money: 400, intent: 100, other: 200 }
/** The part of what other networks have left of the intents that one network may use. */
const networkShare = 1 / 5

const kindOf: { [route in LimitedRoute]?: keyof typeof maxInFlight } = {
  'paid-order': 'money',
  'payment-outcome': 'money',
  draft: 'money',
  webhook: 'money',
  intent: 'intent',
}

/** Max in-flight requests. A request counts once its body has arrived: an unfinished one takes no slot. */
export const shedLoad = fp(async app => {
  const inFlight = { money: 0, intent: 0, other: 0 }
  const intentsOf = new Map<string, number>()
  const hasUsedUp = (network: string) => {
    const own = intentsOf.get(network) ?? 0
    return own >= Math.ceil((maxInFlight.intent - (inFlight.intent - own)) * networkShare)
  }
  const countIntent = (network: string, change: 1 | -1) => {
    const own = (intentsOf.get(network) ?? 0) + change
    if (own > 0) intentsOf.set(network, own)
    else intentsOf.delete(network)
  }
  const admit: preHandlerAsyncHookHandler = async (request, reply) => {
    // Node emits no close for a client that is gone already.
    const isGone = reply.raw.socket?.destroyed ?? true
    const route = limitOf(request)
    const kind = (route && kindOf[route]) ?? 'other'
    const network = widestNetworkIn(request.addressHash)
    const isFull = kind === 'intent' ? hasUsedUp(network) : inFlight[kind] >= maxInFlight[kind]
    if (isGone || isFull) {
      reply.header('retry-after', '2')
      return sendError(reply, 503, 'The service is very busy. Please try again.')
    }
    const count = (change: 1 | -1) => {
      inFlight[kind] += change
      if (kind === 'intent') countIntent(network, change)
    }
    count(1)
    // Fastify has no hook for a visitor who hangs up once the body was read.
    reply.raw.once('close', () => count(-1))
  }
  app.addHook('onRoute', route => {
    route.preHandler = [route.preHandler ?? [], admit].flat()
  })
})
