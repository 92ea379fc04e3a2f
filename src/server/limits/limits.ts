import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

/**
 * `payment-outcome`, `webhook` and `upload` have no rate here. An upload is kept on the disk, and uploads.ts
 * bounds it.
 */
export type LimitedRoute =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'payment-outcome'
  | 'draft'
  | 'webhook'
  | 'upload'

export interface Limit {
  /** So many at once. */
  burst: number
  /** So many return evenly. */
  perHour: number
}

interface RouteLimits {
  /** Of an address. What a stranger used up returns in minutes. */
  rate: Limit
  /** Of an address, too: bounds the rows that it leaves. */
  total?: Limit
  /**
   * Of all addresses together, for what they send beyond their own totals: a thousand addresses leave no
   * thousand times as many rows.
   */
  reserve?: Limit
}

/**
 * Multiplied by LIMIT_FACTOR. Enough for a village of 200 phones behind one address in an evening hour, a
 * hundred of them in one minute, with a stranger among them who sends two a second.
 */
export const requestLimits: { [route in LimitedRoute]?: RouteLimits } = {
  intent: {
    rate: { burst: 300, perHour: 18_000 },
    total: { burst: 5_000, perHour: 600 },
    reserve: { burst: 20_000, perHour: 600 },
  },
  'free-order': {
    rate: { burst: 300, perHour: 18_000 },
    total: { burst: 300, perHour: 20 },
    reserve: { burst: 10_000, perHour: 400 },
  },
  'paid-order': { rate: { burst: 300, perHour: 18_000 } },
  draft: { rate: { burst: 300, perHour: 18_000 } },
}

/**
 * Of a payment of ours, for drafts, orders and outcomes, once its address has nothing left: whether a
 * captured payment has its order does not depend on what a neighbour sends.
 */
export const paymentShare: Limit = { burst: 5, perHour: 60 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}
