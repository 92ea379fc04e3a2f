import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

// Every bound of requests, connections and bodies. `npm run limits` writes the tables of docs/scaling.md
// from here, and lint compares them.

/** `payment-outcome`, `webhook` and `upload` have no rate. Uploads have bounds of their own in uploads.ts. */
export type LimitedRoute =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'payment-outcome'
  | 'draft'
  | 'webhook'
  | 'upload'

/** A sender may make `burst` requests at once, and gets `perHour` back evenly. */
export interface Limit {
  burst: number
  perHour: number
}

/**
 * The limits of a route. Each address has a `rate`, which returns within minutes, and a `total`, which
 * bounds the rows that it can create. The `reserve` is a shared allowance that any address draws on once
 * its own total is spent. It caps the rows that strangers can create, however many addresses they use.
 */
interface RouteLimits {
  rate: Limit
  total?: Limit
  reserve?: Limit
}

/**
 * LIMIT_FACTOR multiplies these limits. They suffice for a village of 200 phones behind one address in an
 * evening hour, a hundred of them within one minute, even if a stranger among them sends two a second.
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

/** How many requests may be in flight. Requests that wait for the provider take no slots of others. */
export const maxInFlight = { money: 400, intent: 100, other: 200 }

/** The bounds of connections, and of bodies until they have arrived. */
export const connectionLimits = {
  /**
   * This is below LimitNOFILE in deploy/svichka.service, because store, provider and mail need
   * descriptors.
   */
  connections: 12_000,
  headerSeconds: 10,
  requestSeconds: 15,
  silentSeconds: 30,
  bodyKib: 32,
  /** The event of a dispute with more evidence is too large. The reconciler finds it. */
  eventKib: 256,
  /** A crowd sends its orders at once. So many bodies take 40 MB. */
  unfinishedBodies: 1_000,
  unfinishedEvents: 100,
}

/**
 * Each of our payments has a small allowance of its own, used when its address is out of requests, so a
 * noisy neighbour cannot block the order of a captured payment.
 */
export const perPayment: Limit = { burst: 5, perHour: 60 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}
