import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which limit below a route has. */
    limit?: LimitedCall | ((request: FastifyRequest) => LimitedCall)
  }
}

/**
 * Requests per address. They are meant for a parish, a hundred phones behind one address in one
 * night: nobody who orders candles meets them. LIMIT_FACTOR multiplies them. An order whose payment
 * was captured is the last to be rejected, and a page whose bank is slow asks every few seconds.
 */
export const requestsPerMinute = {
  intent: 120,
  'free-order': 60,
  'paid-order': 300,
  'payment-outcome': 600,
  draft: 300,
  health: 300,
}
export type LimitedCall = keyof typeof requestsPerMinute

/** Each free order is an entry in a digest that somebody reads. */
export const requestsPerDay: Partial<Record<LimitedCall, number>> = { 'free-order': 300 }

/**
 * Payments read at the provider, which allows 25 a second in all. Beyond the burst an address waits
 * its turn; who would wait longer than `maxWaitMs` is rejected.
 */
export const providerReads = { perSecond: 2.5, burst: 5, maxWaitMs: 7_500 }
export const callsThatRead: ReadonlySet<LimitedCall | undefined> = new Set([
  'paid-order',
  'payment-outcome',
])

export function limitOf(request: FastifyRequest): LimitedCall | undefined {
  const { limit } = request.routeOptions.config
  return typeof limit === 'function' ? limit(request) : limit
}

/** What an address, and the IPv6 /48 around it, may do: so many times the limits. */
export const networkShares = [1, 4]

const minuteMs = 60_000

/** Card testing, for one address. */
export const cardTesting = {
  /** Declined cards on one intent, after which it is cancelled. */
  declinesPerIntent: 5,
  /** Declined cards after which an address waits, if they are more than its payments. */
  declines: 5,
  /** How far back both are counted, and so how long it waits, in ms. */
  windowMs: 60 * minuteMs,
  /** Intents that can be paid at once: one more, and the oldest that nobody is paying is cancelled. */
  openIntents: 40,
  /** Of an address that waits, so many that somebody pressed Pay for may still be paid. */
  spared: 3,
  /** How long after the click on Pay an intent counts as being paid, in ms. */
  payingMs: 10 * minuteMs,
}
