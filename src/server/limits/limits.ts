import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * `unread-order`: a paid order that is stored without asking the provider. Neither `payment-outcome`
 * nor `webhook` has a limit of its own.
 */
export type LimitedRoute =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'unread-order'
  | 'payment-outcome'
  | 'draft'
  | 'webhook'

/**
 * Requests per address, enough for a hundred phones of a parish behind one address; multiplied by
 * LIMIT_FACTOR. Orders with a captured payment are rejected last. Each of those limited by day is an
 * entry in a digest that somebody reads, though perhaps nobody paid.
 */
export const requestLimits: { route: LimitedRoute; max: number; windowMs: number }[] = [
  { route: 'intent', max: 120, windowMs: minuteMs },
  { route: 'free-order', max: 60, windowMs: minuteMs },
  { route: 'free-order', max: 300, windowMs: dayMs },
  { route: 'paid-order', max: 300, windowMs: minuteMs },
  { route: 'unread-order', max: 300, windowMs: dayMs },
  { route: 'draft', max: 300, windowMs: minuteMs },
]

/**
 * Payments read at the provider, which allows 25 a second in all. Beyond the burst an address waits
 * its turn; longer waits than `maxWaitMs` are rejected, and paid orders stored unread.
 */
export const providerReads = { perSecond: 2.5, burst: 5, maxWaitMs: 7_500 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}

/** Multiples of the limits for an address, and for the IPv6 /48 around it. */
export const networkShares = [1, 4]

/** Card testing, for one address. */
export const cardTesting = {
  /** Declined cards before an address has to wait, if they exceed its payments. */
  declines: 5,
  /** The period that is counted, and how long the address waits, ms. */
  windowMs: 60 * minuteMs,
  /** Max open intents; the oldest idle ones above it are canceled. */
  openIntents: 40,
  /** Intents being paid that a blocked address keeps. */
  spared: 3,
  /** How long after the click on Pay an intent counts as being paid, ms. */
  payingMs: 10 * minuteMs,
}
