import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

// Every bound of requests, connections and bodies. `npm run limits` writes the tables of docs/scaling.md
// from here, and lint compares them.

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

/** Requests in flight at once, counted apart: those that wait for the provider take no slot of others. */
export const maxInFlight = { money: 400, intent: 100, other: 200 }

/** Of connections, and of bodies until they have arrived. */
export const connectionLimits = {
  /** Fewer than LimitNOFILE in deploy/svichka.service: the store, the provider and mail need some. */
  connections: 12_000,
  requestsPerConnection: 1_000,
  headerSeconds: 10,
  requestSeconds: 15,
  /** A connection on which nothing is sent either way. */
  silentSeconds: 30,
  bodyKib: 32,
  /** The reconciler finds disputes with more evidence than this. */
  eventKib: 256,
  /** 40 MB: a crowd's arrive at once. */
  unfinishedBodies: 1_000,
  unfinishedEvents: 100,
}

/** The lines of the proxies' files in deploy/ that bound the same before the server does. */
export const boundByProxy: {
  [bound in keyof typeof connectionLimits]?: { nginx: string; caddy?: string }
} = {
  headerSeconds: { nginx: 'client_header_timeout 10s', caddy: 'read_header 10s' },
  eventKib: { nginx: 'client_max_body_size 256k', caddy: 'max_size 256KiB' },
  silentSeconds: { nginx: 'client_body_timeout 10s' },
  connections: { nginx: 'limit_conn svichka 300' },
}

/**
 * Of a payment of ours, for drafts, orders and outcomes, once its address has nothing left: whether a
 * captured payment has its order does not depend on what a neighbour sends.
 */
export const perPayment: Limit = { burst: 5, perHour: 60 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}
