/**
 * Requests that one address may send within a minute. They are meant for a parish, a hundred phones
 * behind one address in one night: nobody who orders candles meets them. LIMIT_FACTOR multiplies
 * them. An order whose payment was captured is the last thing to refuse, and a page whose bank is
 * slow asks every few seconds. Each payment that has no row of ours costs the provider a look:
 * made-up ones are limited beside the call's own limit. Honest ones come only after an old backup
 * was restored, and have their row from the first look on.
 */
export const requestsPerMinute = {
  intent: 120,
  'free-order': 60,
  'paid-order': 300,
  'payment-outcome': 600,
  'unknown-payment': 20,
  draft: 300,
  health: 300,
}
export type LimitedCall = keyof typeof requestsPerMinute

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
