import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

/**
 * `unread-order`: a paid order that is stored though the provider was not read. Neither
 * `payment-outcome` nor `webhook` has a limit of its own.
 */
export type LimitedRoute =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'unread-order'
  | 'payment-outcome'
  | 'draft'
  | 'webhook'

interface Limit {
  /** So many at once. */
  burst: number
  /** So many return evenly. */
  perHour: number
}

/**
 * Requests per address, multiplied by LIMIT_FACTOR; each of the limits of a route has to allow one.
 * Enough for a village of 200 phones behind one address in an evening hour, a hundred of them in one
 * minute. What a stranger used up returns in minutes. Orders with a captured payment are rejected
 * last. Free and unread orders are entries in a digest that somebody reads, though nobody paid.
 */
export const requestLimits: { [route in LimitedRoute]?: Limit[] } = {
  intent: [
    { burst: 120, perHour: 3_600 },
    { burst: 5_000, perHour: 600 },
  ],
  'free-order': [
    { burst: 100, perHour: 3_600 },
    { burst: 300, perHour: 20 },
  ],
  'paid-order': [{ burst: 300, perHour: 18_000 }],
  'unread-order': [{ burst: 300, perHour: 12 }],
  draft: [{ burst: 300, perHour: 18_000 }],
}

/**
 * Payments read at the provider, which allows 25 a second in all. Beyond the burst an address waits
 * its turn; longer waits than `maxWaitMs` are rejected, and paid orders stored unread.
 */
export const providerReads = { perSecond: 2.5, burst: 5, maxWaitMs: 7_500 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}
