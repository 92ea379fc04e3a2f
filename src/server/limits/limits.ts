import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitedRoute | ((request: FastifyRequest) => LimitedRoute)
  }
}

/**
 * Requests per address, enough for a hundred phones of a parish behind one address; multiplied by
 * LIMIT_FACTOR. Orders with a captured payment are rejected last.
 */
export const requestsPerMinute: Limits = {
  intent: 120,
  'free-order': 60,
  'paid-order': 300,
  draft: 300,
}
/** `unread-order`: a paid order that is stored without asking the provider. */
export type LimitedRoute =
  | 'intent'
  | 'free-order'
  | 'paid-order'
  | 'unread-order'
  | 'payment-outcome'
  | 'draft'
type Limits = Partial<Record<LimitedRoute, number>>

/** Each of these orders is an entry in a digest that somebody reads, though perhaps nobody paid. */
export const requestsPerDay: Limits = {
  'free-order': 300,
  'unread-order': 300,
}

/**
 * Payments read at the provider, which allows 25 a second in all. Beyond the burst an address waits
 * its turn; longer waits than `maxWaitMs` are rejected, and paid orders stored unverified.
 */
export const providerReads = { perSecond: 2.5, burst: 5, maxWaitMs: 7_500 }

export function limitOf(request: FastifyRequest): LimitedRoute | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}

/** Multiples of the limits for an address, and for the IPv6 /48 around it. */
export const networkShares = [1, 4]

const minuteMs = 60_000

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
